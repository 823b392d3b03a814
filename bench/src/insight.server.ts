// What `bench -- insight` asks: the whole platform over an archive that is in its folder already. A process of its own,
// started anew for each archive, so that both are answered by the same program in the same state, and what asks does
// not collect its garbage in between. Arguments: messages, folder. Tells over IPC where it is and who may ask.
import { openArchiveStage } from './archive.stage.ts'
import { people, type Person } from './insight.asks.ts'

/** What the process says once it is ready. */
export type Ready = { url: string; ownerId: string; tokens: Record<Person, string> }

const [messages = '', dataDir = ''] = process.argv.slice(2)
const stage = await openArchiveStage({ messages: Number(messages), dataDir, isInMemory: true })
const { platform, ownerId } = stage
const tokens = Object.fromEntries(
  await Promise.all(people.map(async (person) => [person, await platform.signIn(person)] as const)),
) as Ready['tokens']
process.send?.({ url: platform.url, ownerId, tokens } satisfies Ready)

process.on('message', (message) => {
  if (message === 'stop') void stage.close().then(() => process.disconnect?.())
})
