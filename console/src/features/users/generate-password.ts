// A password to hand over: 16 characters of an alphabet without look-alikes (no 0 O 1 l I), from the browser's secure
// random source. About 92 bits; every character equally likely.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16
/** Bytes at or above this would make the first characters of the alphabet likelier. */
const fairBelow = 256 - (256 % alphabet.length)

/** @param randomBytes fills the array it is given; the browser's own unless a test says otherwise */
export function generatePassword(
  randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let password = ''
  while (password.length < length) {
    for (const byte of randomBytes(new Uint8Array(length))) {
      if (byte < fairBelow && password.length < length) password += alphabet[byte % alphabet.length] ?? ''
    }
  }
  return password
}
