// Checks the password of a bind against its bcrypt hash. Guarantees that a carrier that binds again and again with
// the right password costs one hash, and that wrong passwords never occupy more than a fixed part of the processor,
// however many come at once. It deliberately remembers successes only: a failure that is remembered would outlive a
// change of the password elsewhere.
import { createHmac, randomBytes } from 'node:crypto'
import { verify } from '@node-rs/bcrypt'

/** Successful checks that are remembered; the one that was used longest ago goes first. */
const REMEMBERED_MAX = 10_000
/** Hashes computed at once. One takes about 50 ms of a core, and messages need the cores. */
const HASHES_AT_ONCE_MAX = 2
/** Checks that may wait for their turn: about 10 s of work. */
const WAITING_MAX = 400
// The hash of a random text that nobody kept: an unknown system_id costs as much time as a wrong password.
const NOBODYS_HASH = '$2y$10$US0aWqYEIL.3nJ5dpCGAjuJCgo2xSaFQJwmCt1BR/Akmt7ZTzX8XO'

export type PasswordVerifier = {
  /**
   * @param passwordHash null when there is nobody of that name; takes as long and is never right
   * @returns 'busy' when too many checks are waiting; nothing is known about the password then
   */
  check(password: string, passwordHash: string | null): Promise<'right' | 'wrong' | 'busy'>
}

export function createPasswordVerifier(verifyHash: typeof verify = verify): PasswordVerifier {
  // With a key of this process alone, what is remembered says nothing about a password to who reads the memory of
  // another.
  const processKey = randomBytes(32)
  const remembered = new Set<string>()
  const turns = createTurns()
  return {
    check: async (password, passwordHash) => {
      const digest = createHmac('sha256', processKey).update(`${passwordHash}\0${password}`).digest('base64')
      if (remembered.delete(digest)) {
        remembered.add(digest)
        return 'right'
      }
      const isRight = await turns.run(() => verifyHash(password, passwordHash ?? NOBODYS_HASH))
      if (isRight === null) return 'busy'
      if (!isRight || passwordHash === null) return 'wrong'
      remembered.add(digest)
      const [oldest] = remembered
      if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
      return 'right'
    },
  }
}

function createTurns(): { run<Result>(work: () => Promise<Result>): Promise<Result | null> } {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    run: async (work) => {
      if (running >= HASHES_AT_ONCE_MAX) {
        if (waiting.length >= WAITING_MAX) return null
        // The one that ends hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => void waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
