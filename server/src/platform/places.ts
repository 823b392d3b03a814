// The country of an address, from tables that come with the program; nobody else is asked. They are read in the
// background at the first question, a piece at a time, and until they are there the answer is null: a place is a
// courtesy, never worth waiting for, and nothing is decided by it. Kept as sorted typed arrays and searched by halves.
//
// Measured on two shared cores: 550,000 ranges in 0.9 s of CPU, the event loop held for 13 ms at most, 6.1 MB kept. As
// an object for each range it would be ten times that.
//
// Source of the tables: the regional registries' allocations in @ip-location-db/geo-whois-asn-country, lines
// "first,last,country" sorted by the first. Its publisher warns that this edition has errors: treat a place as a hint.
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Log } from './log.ts'
import { addressNumber, createStepTable, isLocalAddress, type StepTable } from './place.rules.ts'

export const LOCAL_PLACE = 'local'
const READ_BYTES = 16 * 1024

export type Places = {
  /** ISO 3166-1 alpha-2, 'local' for an address that is not of the internet, or null when unknown or not read yet. */
  placeOf(address: string): string | null
  /** Resolves once the tables are in memory, or cannot be; for tests and measurements. */
  ready(): Promise<{ steps: number; bytes: number }>
}

export type PlaceFiles = { ipv4: string; ipv6: string }
type Tables = { 4: StepTable; 6: StepTable; countries: readonly string[] }

/** @param files paths of the two tables; those that come with the program unless told otherwise */
export function createPlaces(deps: { log: Log; files?: PlaceFiles }): Places {
  let tables: Tables | null = null
  let loading: Promise<void> | undefined
  const load = () => (loading ??= start())

  async function start(): Promise<void> {
    try {
      tables = await readTables(deps.files ?? shippedFiles())
    } catch (error) {
      deps.log.warn({ err: error }, 'the places of addresses cannot be read; sessions are shown without')
    }
  }

  return {
    placeOf: (address) => {
      const number = addressNumber(address)
      if (!number) return null
      if (isLocalAddress(number)) return LOCAL_PLACE
      void load()
      if (!tables) return null
      return tables.countries[tables[number.family].find(number.value)] ?? null
    },
    ready: async () => {
      await load()
      const all = tables ? [tables[4], tables[6]] : []
      return {
        steps: all.reduce((sum, table) => sum + table.size, 0),
        bytes: all.reduce((sum, table) => sum + table.bytes, 0),
      }
    },
  }
}

function shippedFiles(): PlaceFiles {
  return {
    ipv4: fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv4.csv')),
    ipv6: fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv6.csv')),
  }
}

async function readTables(files: PlaceFiles): Promise<Tables> {
  // Index 0 means: no country.
  const marks = new Map<string, number>()
  const ipv4 = await readTable(files.ipv4, marks)
  const ipv6 = await readTable(files.ipv6, marks)
  const countries: string[] = []
  for (const [country, mark] of marks) countries[mark] = country
  return { 4: ipv4, 6: ipv6, countries }
}

/** One piece of the file is one turn of the event loop. */
async function readTable(path: string, marks: Map<string, number>): Promise<StepTable> {
  const table = createStepTable()
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: READ_BYTES })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) addLine(table, line, marks)
  }
  addLine(table, rest, marks)
  return table.build()
}

/** A line that is none is passed over. */
function addLine(table: ReturnType<typeof createStepTable>, line: string, marks: Map<string, number>): void {
  const [firstText = '', lastText = '', country = ''] = line.trimEnd().split(',')
  const first = addressNumber(firstText)
  const last = addressNumber(lastText)
  if (!first || !last || last.value < first.value || !/^[A-Z]{2}$/.test(country)) return
  const mark = marks.get(country) ?? marks.size + 1
  marks.set(country, mark)
  table.add(first.value, last.value, mark)
}
