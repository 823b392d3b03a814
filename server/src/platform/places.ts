// The country of an address. It answers from what is in memory and null until that is there; it asks nobody else.
export type Places = {
  /** ISO 3166-1 alpha-2, 'local' for an address that is not of the internet, or null when unknown. */
  placeOf(address: string): string | null
}
