MemcpyHtoD,0x00007fb4c0000000,65536
kernel-3.traceg
kernel-4.traceg
MemcpyDtoH,0x00007fb4d0002000,4
kernel-5.traceg
