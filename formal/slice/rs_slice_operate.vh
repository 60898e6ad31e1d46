// operate: what an atomic operation makes of a word of one bit, for the harnesses of the slice.
    function operate; // a word, what is done to it, the word with which, the word to compare with
        input       old;
        input [2:0] how;
        input       operand, compare;
        case (how)
            3'd0, 3'd7: operate = old != operand;   // add; exclusive or
            3'd1, 3'd6: operate = old || operand;   // minimum, where 1 is -1; or
            3'd2, 3'd5: operate = old && operand;
            3'd3:       operate = operand;
            default:    operate = old == compare ? operand : old;
        endcase
    endfunction
