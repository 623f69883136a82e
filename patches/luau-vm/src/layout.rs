/// Eight-byte-aligned trailing storage used by VM buffer and userdata layouts.
#[repr(align(8))]
pub struct Align8Byte(pub u8);
