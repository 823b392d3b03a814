// The short name of an English sentence in a catalog that is sent to browsers: seven characters instead of the whole
// sentence. That no two sentences share one is a test's promise (catalogs.test.ts). Pure; the build uses it too.

/** 53 bits of two interleaved FNV-like sums, their last seven digits of base 36. */
export function digestOf(sentence: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < sentence.length; index += 1) {
    const unit = sentence.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36).slice(-7)
}
