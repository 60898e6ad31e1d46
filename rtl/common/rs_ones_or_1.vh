// Function ones_or_1, included in a module: bits that a field of the address needs whose mask is given, 1 for an empty mask.
    function integer ones_or_1;
        input [31:0] mask;
        integer i;
        begin
            ones_or_1 = 0;
            for (i = 0; i < 32; i = i + 1)
                ones_or_1 = ones_or_1 + {31'd0, mask[i]};
            if (ones_or_1 == 0)
                ones_or_1 = 1;
        end
    endfunction
