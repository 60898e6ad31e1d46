// Addresses of an AXI4 burst, within its 4 KB page (AMBA AXI4, A3.4.1; a burst does not leave its page).
//
// next: of the beat behind that at `address`. INCR (burst 1): the next multiple of the beat's 2^size bytes, so that only a first
// beat is unaligned; WRAP (2): the same, but round and round in the (len + 1) * 2^size bytes in which it begins; FIXED (0): the same
// address. mask: the bytes of that container less 1; last: an INCR burst's last byte, where its first beat is at `address`. burst 3 is reserved and goes as INCR. C twin: cmodel/port/axi4_burst.c.
`default_nettype none
module rs_axi4_beat (
    input  wire [11:0] address,
    input  wire [7:0]  len,   // beats less 1; of WRAP 1, 3, 7 or 15
    input  wire [2:0]  size,
    input  wire [1:0]  burst,
    output wire [11:0] mask,
    output wire [11:0] last,
    output wire [11:0] next
);
    wire [11:0] step    = 12'd1 << size;
    wire [11:0] offset  = step - 12'd1;
    wire [11:0] aligned = address & ~offset;
    wire [11:0] after   = aligned + step;
    assign mask = ({4'd0, len} << size) | offset;
    assign last = aligned + mask;
    assign next = burst == 2'd0 ? address : burst == 2'd2 ? (address & ~mask) | (after & mask) : after;
endmodule
`default_nettype wire
