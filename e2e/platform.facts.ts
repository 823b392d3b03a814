// What the set-up tells the tests, which run in other processes: where the platform is and who may sign in.
export type PlatformFacts = {
  /** Of the console and the API, without a slash at its end. */
  url: string
  smppPort: number
  dataDir: string
  /** By username; of `superadmin` the one that is printed once. */
  passwords: Readonly<Record<string, string>>
}

/** The one that the first test gives to `superadmin`, whose printed password is only good for choosing another. */
export const SUPERADMIN_PASSWORD = 'kept from then on 42'

const VARIABLE = 'INRANGE_E2E'

/** Called by the set-up alone; processes that are started afterwards inherit it. */
export function tellFacts(facts: PlatformFacts): void {
  process.env[VARIABLE] = JSON.stringify(facts)
}

export function readFacts(): PlatformFacts {
  const text = process.env[VARIABLE]
  if (text === undefined)
    throw new Error('The browser tests are started by Playwright, whose set-up starts the platform')
  return JSON.parse(text) as PlatformFacts
}

export function passwordOf(username: string): string {
  const password = username === 'superadmin' ? SUPERADMIN_PASSWORD : readFacts().passwords[username]
  if (password === undefined) throw new Error(`${username} is nobody in the demo`)
  return password
}
