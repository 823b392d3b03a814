// Messages that really arrive while pictures are taken: a simulated carrier binds over SMPP and delivers to the numbers
// of the archive's owner.
import { makeConnection } from '@inrange/server/testing/archive/archive.world'
import { startEsme, type Esme } from '@inrange/sim/esme'
import { findUserId, hasConnection, listNumbers } from './archive-stage.queries.ts'
import type { ArchiveStage } from './archive.stage.ts'

const MESSAGES_PER_SECOND = 3
const SYSTEM_ID = 'meridian'
const PASSWORD = 'bench123'

/** Begins to deliver; the connection is made once in an archive that is kept. */
export async function startTraffic({ platform, owner, ownerId }: ArchiveStage): Promise<Esme> {
  const { connections, smppPort } = platform.platform
  if (smppPort === null) throw new RangeError('The stage listens for SMPP')
  if (!(await hasConnection(owner, SYSTEM_ID))) {
    const actor = { userId: (await findUserId(owner, 'root')) ?? '', address: '127.0.0.1', requestId: 'bench' }
    const connection = {
      kind: 'smpp_server',
      name: 'Main',
      systemId: SYSTEM_ID,
      password: PASSWORD,
      settings: { allowList: ['127.0.0.1/32'] },
    } as const
    await makeConnection(platform, actor, { carrier: 'Meridian Messaging', connection })
    await connections.refresh()
  }
  return startEsme({
    seed: 1,
    numbers: await listNumbers(owner, ownerId),
    ratePerSecond: MESSAGES_PER_SECOND,
    host: '127.0.0.1',
    port: smppPort,
    systemId: SYSTEM_ID,
    password: PASSWORD,
    binds: 2,
  })
}
