#![no_main]
const READER: readers::Reader = readers::named(env!("CARGO_BIN_NAME"));
libfuzzer_sys::fuzz_target!(init: READER.write_seeds(), |bytes: &[u8]| (READER.read)(bytes));
