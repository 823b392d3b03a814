// The address of test numbers: the search, the page, and the number that is open. The page reads it, which keeps it out
// of the first load.
import { compact, textOf, type RawSearch } from '../../lib/search.ts'

export type TestNumbersSearch = { search?: string; cursor?: string; number?: string }
/** What changes in the address; undefined takes it out. */
export type TestNumbersPatch = { [K in keyof TestNumbersSearch]?: TestNumbersSearch[K] | undefined }

/** Digits of an open number, whatever was written around them; undefined for what can be none. */
function numberOf(raw: RawSearch): string | undefined {
  const digits = textOf(raw, 'number')?.replaceAll(/[\s+().-]/g, '')
  return digits !== undefined && /^[1-9]\d{2,14}$/.test(digits) ? digits : undefined
}

export function parseTestNumbersSearch(raw: RawSearch): TestNumbersSearch {
  return compact({ search: textOf(raw, 'search'), cursor: textOf(raw, 'cursor'), number: numberOf(raw) })
}
