//! Weights as bytes: for evaluators with so many numbers that text would be slow to read and large to keep.
//!
//! | bytes | meaning |
//! |---|---|
//! | `89 70 6c 77` | the mark; the first byte is in no text, so that nobody takes the file for one |
//! | `01` | the format |
//! | text, count | the evaluator and its version |
//! | count | how many groups follow |
//! | text, count, numbers | each group: its name, how many numbers it has, and these |
//! | eight bytes | the checksum of all before it |
//!
//! A *count* is written seven bits a byte, lowest first, with the highest bit set in all but the last byte; a
//! *text* is the count of its bytes and they themselves, UTF-8. *Numbers* are the counts 2n for n and 2n - 1 for
//! -n, except that a run of zeros is a 0 followed by its length less one.

use super::{MOST_NUMBERS, Weights, WeightsError};
use crate::mix;

const MARK: [u8; 4] = *b"\x89plw";
const FORMAT: u8 = 1;
const CHECKSUM_BYTES: usize = 8;

impl Weights {
    /// The weights as bytes, which [`Weights::from_bytes`] reads back the same. Small numbers take a byte, and a
    /// run of zeros a few however long it is.
    ///
    /// ```
    /// use pleach::Weights;
    /// let weights = Weights::new("patterns", 1, [("edge".to_string(), vec![0; 100_000])]).unwrap();
    /// let bytes = weights.to_bytes();
    /// assert!(bytes.len() < 50);
    /// assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
    /// assert!(Weights::from_bytes(&bytes[1..]).is_err());
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.push(FORMAT);
        write_text(&mut bytes, &self.evaluator);
        write_count(&mut bytes, self.version.into());
        write_count(&mut bytes, self.groups.len() as u64);
        for (name, numbers) in &self.groups {
            write_text(&mut bytes, name);
            write_count(&mut bytes, numbers.len() as u64);
            write_numbers(&mut bytes, numbers);
        }
        seal(&mut bytes);
        bytes
    }

    /// Reads a file in either form, text or bytes.
    ///
    /// ```
    /// # use pleach::Weights;
    /// let weights = Weights::new("squares", 1, [("corner".to_string(), vec![25])]).unwrap();
    /// assert_eq!(Weights::from_file(&weights.to_bytes()).unwrap(), weights);
    /// assert_eq!(Weights::from_file(weights.to_toml().as_bytes()).unwrap(), weights);
    /// ```
    pub fn from_file(bytes: &[u8]) -> Result<Weights, WeightsError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Weights::from_toml(text),
            Err(_) => Weights::from_bytes(bytes),
        }
    }

    /// Reads what [`Weights::to_bytes`] has written. Whatever else it is given, it says what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let content = unsealed(bytes)?;
        let mut rest = Reader(content);
        let evaluator = rest.text()?;
        let version = rest.count()?;
        let version =
            u32::try_from(version).map_err(|_| WeightsError(format!("{version} is too large a version")))?;
        let mut room = MOST_NUMBERS;
        let mut groups = Vec::new();
        for _ in 0..rest.count()? {
            let name = rest.text()?;
            let numbers = rest.group(&name, room)?;
            room -= numbers.len();
            groups.push((name, numbers));
        }
        match rest.0.len() {
            0 => Weights::new(evaluator, version, groups),
            more => Err(WeightsError(format!("{more} bytes follow the last group"))),
        }
    }
}

/// What lies between mark and checksum, if both are right.
fn unsealed(bytes: &[u8]) -> Result<&[u8], WeightsError> {
    let marked = bytes.strip_prefix(&MARK).ok_or_else(|| WeightsError::new("these bytes hold no weights"))?;
    let (&format, rest) = marked.split_first().ok_or_else(ends_early)?;
    if format != FORMAT {
        return Err(WeightsError(format!("format {format} is unknown, only {FORMAT} can be read")));
    }
    let length = rest.len().checked_sub(CHECKSUM_BYTES).ok_or_else(ends_early)?;
    let (content, expected) = rest.split_at(length);
    let sealed = &bytes[..bytes.len() - CHECKSUM_BYTES];
    // A fuzzer could not guess the checksum and would never get to what follows it.
    if !cfg!(fuzzing) && checksum(sealed).to_le_bytes() != expected {
        return Err(WeightsError::new("the bytes are damaged or cut short: their checksum is another"));
    }
    Ok(content)
}

fn seal(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    bytes.extend(sum.to_le_bytes());
}

/// Every step is a bijection of what was there before, so that damage within one word always shows.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

fn ends_early() -> WeightsError {
    WeightsError::new("the bytes end too early")
}

fn write_count(bytes: &mut Vec<u8>, mut count: u64) {
    while count >= 0x80 {
        bytes.push(count as u8 | 0x80);
        count >>= 7;
    }
    bytes.push(count as u8);
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_count(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

fn write_numbers(bytes: &mut Vec<u8>, numbers: &[i32]) {
    for run in numbers.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
        if run[0] == 0 {
            bytes.push(0);
            write_count(bytes, run.len() as u64 - 1);
        } else {
            run.iter().for_each(|&number| write_count(bytes, folded(number).into()));
        }
    }
}

/// Small numbers of both signs become small counts.
fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

fn unfolded(count: u32) -> i32 {
    (count >> 1) as i32 ^ -((count & 1) as i32)
}

/// The bytes that are still to be read.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn count(&mut self) -> Result<u64, WeightsError> {
        let mut count = 0;
        for place in 0..10 {
            let (&byte, rest) = self.0.split_first().ok_or_else(ends_early)?;
            self.0 = rest;
            let digit = u64::from(byte & 0x7f);
            if place == 9 && byte > 1 {
                break;
            }
            count |= digit << (7 * place);
            if byte < 0x80 {
                return Ok(count);
            }
        }
        Err(WeightsError::new("a count of more than 64 bits"))
    }

    fn text(&mut self) -> Result<String, WeightsError> {
        let length = usize::try_from(self.count()?).unwrap_or(usize::MAX);
        let (text, rest) = self.0.split_at_checked(length).ok_or_else(ends_early)?;
        self.0 = rest;
        let text = std::str::from_utf8(text).map_err(|_| WeightsError::new("a name is not UTF-8"))?;
        Ok(text.to_string())
    }

    /// The numbers of a group. Their declared count is no reason to set memory aside: only what was read is.
    fn group(&mut self, name: &str, room: usize) -> Result<Vec<i32>, WeightsError> {
        let length = usize::try_from(self.count()?).unwrap_or(usize::MAX);
        if length > room {
            return Err(WeightsError(format!(
                "'{name}': {length} numbers are more than fit in {MOST_NUMBERS}"
            )));
        }
        let mut numbers = Vec::new();
        while numbers.len() < length {
            let count = self.count()?;
            if count != 0 {
                let count = u32::try_from(count);
                let count =
                    count.map_err(|_| WeightsError(format!("'{name}': a number of more than 32 bits")))?;
                numbers.push(unfolded(count));
                continue;
            }
            let run = self.count()?;
            if run >= (length - numbers.len()) as u64 {
                return Err(WeightsError(format!("'{name}': more zeros than it has numbers")));
            }
            numbers.resize(numbers.len() + run as usize + 1, 0);
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::tests::weights;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Some content between a right mark and a right checksum.
    fn sealed(content: &[u8]) -> Vec<u8> {
        let mut bytes = [&MARK[..], &[FORMAT], content].concat();
        seal(&mut bytes);
        bytes
    }

    fn refusal(content: &[u8]) -> String {
        Weights::from_bytes(&sealed(content)).unwrap_err().to_string()
    }

    proptest! {
        #[test]
        fn weights_are_read_back_the_same(weights in weights()) {
            prop_assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
        }

        #[test]
        fn damage_is_noticed(weights in weights(), place in any::<prop::sample::Index>(), change in 1..=255u8) {
            let mut bytes = weights.to_bytes();
            let place = place.index(bytes.len());
            prop_assert!(Weights::from_bytes(&bytes[..place]).is_err());
            bytes[place] ^= change;
            prop_assert!(Weights::from_bytes(&bytes).is_err());
        }

        /// With a right checksum the content may be anything; what is accepted is written and read again.
        #[test]
        fn no_content_panics(content in vec(prop_oneof![0..8u8, any::<u8>()], 0..40)) {
            if let Ok(weights) = Weights::from_bytes(&sealed(&content)) {
                prop_assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
            }
        }

        #[test]
        fn changed_content_does_not_panic(
            weights in weights(), place in any::<prop::sample::Index>(), byte in any::<u8>(),
        ) {
            let bytes = weights.to_bytes();
            let mut content = bytes[MARK.len() + 1..bytes.len() - CHECKSUM_BYTES].to_vec();
            let place = place.index(content.len());
            content[place] = byte;
            let _ = Weights::from_bytes(&sealed(&content));
            let _ = Weights::from_bytes(&sealed(&content[..place]));
        }

        #[test]
        fn folding_is_undone(number in any::<i32>()) {
            prop_assert_eq!(unfolded(folded(number)), number);
        }
    }

    #[test]
    fn bad_bytes_are_refused_with_the_reason() {
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(error(b""), "weights: these bytes hold no weights");
        assert_eq!(error(b"evaluator = 1"), "weights: these bytes hold no weights");
        assert_eq!(error(b"\x89plw"), "weights: the bytes end too early");
        assert_eq!(error(b"\x89plw\x02"), "weights: format 2 is unknown, only 1 can be read");
        assert_eq!(error(b"\x89plw\x01short"), "weights: the bytes end too early");
        let damaged = "weights: the bytes are damaged or cut short: their checksum is another";
        assert_eq!(error(b"\x89plw\x01long enough"), damaged);
    }

    #[test]
    fn bad_content_is_refused_with_the_reason() {
        assert_eq!(refusal(b""), "weights: the bytes end too early");
        assert_eq!(refusal(b"\x05abc"), "weights: the bytes end too early");
        assert_eq!(refusal(b"\x01\xff\x01\x00"), "weights: a name is not UTF-8");
        assert_eq!(refusal(b"\x01e\xff\xff\xff\xff\x7f\x00"), "weights: 34359738367 is too large a version");
        assert_eq!(refusal(&[0xff; 12]), "weights: a count of more than 64 bits");
        assert_eq!(refusal(b"\x01e\x01\x00more"), "weights: 4 bytes follow the last group");
        let one_group = |rest: &[u8]| refusal(&[b"\x01e\x01\x01\x01a", rest].concat());
        assert_eq!(one_group(b"\x02\x00\x02"), "weights: 'a': more zeros than it has numbers");
        assert_eq!(one_group(b"\x01\xff\xff\xff\xff\x7f"), "weights: 'a': a number of more than 32 bits");
        let large = one_group(b"\xff\xff\xff\xff\x7f\x00\xfe\xff\xff\xff\x7f");
        assert_eq!(large, "weights: 'a': 34359738367 numbers are more than fit in 16777216");
        assert_eq!(one_group(b"\x00"), "weights: 'a': expected whole numbers");
        assert_eq!(refusal(b"\x01e\x01\x02\x01a\x01\x02\x01a\x01\x02"), "weights: 'a' is there twice");
    }
}
