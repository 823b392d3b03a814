import { describe, expect, it } from 'vitest'
import { countryOfNumbers } from './country.ts'

const block = (prefix: string, startNumber: string, endNumber: string) => ({ prefix, startNumber, endNumber })

describe('countryOfNumbers', () => {
  it.each([
    ['a plan of one country', block('4915', '112345600', '112345699'), 'DE'],
    ['a shared code that the plan can tell apart', block('7701', '1234500', '1234599'), 'KZ'],
    ['a shared code that it cannot: the country that leads it', block('447700', '900000', '900999'), 'GB'],
    ['numbers too short to be valid still have a calling code', block('8801', '00', '99'), 'BD'],
  ])('knows %s', (_case, numbers, country) => {
    expect(countryOfNumbers(numbers)).toBe(country)
  })

  it.each([
    ['a code that nobody has', block('999', '000', '999')],
    ['a code of no country', block('88212', '000', '999')],
    ['a block that runs over two countries', block('7', '6999999999', '7010000000')],
  ])('is null for %s', (_case, numbers) => {
    expect(countryOfNumbers(numbers)).toBeNull()
  })
})
