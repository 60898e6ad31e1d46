# Sourced: the named configurations that `make headline` and `make power` put side by side, in this order.
MACHINES=${MACHINES:-FR-FCFS FR-FCFS+HG/L8/G BFIFO.4x32+HG/L8/G BFIFOx32+HG/L8/G BFIFO+HMHG4/L8/G BFIFO+HMHG4 BFIFO+HG BFIFO FIFO}
