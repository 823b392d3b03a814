import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  constantsOf,
  findAnvil,
  startLocalChain,
  walletAddress,
  type DeployedToken,
  type LocalChain,
} from '../../../testing/chain/local-chain.ts'
import {
  startFaultyNode,
  startTronDialect,
  type FaultyNode,
  type NodeProxy,
} from '../../../testing/chain/node-proxy.ts'
import { fromEvm } from './addresses.rules.ts'
import { openChain, readBalances, type Chain } from './chain.client.ts'
import { ChainFault } from './chain.fault.ts'
import { confirmationsOf, isLagging } from './confirmations.rules.ts'
import { chainConstants, type ChainConstants } from './networks.ts'
import { secondOpinion } from './second-opinion.ts'
import { verifyPayout } from './verify-payout.rules.ts'

const hasAnvil = findAnvil() !== null
if (!hasAnvil) console.error('NO LOCAL CHAIN: anvil is not installed on this platform, so chains are not tested here.')
const NILE = 3_448_148_188
const me = walletAddress(60, 1)

test('a machine of continuous integration has the local chain', () => {
  expect(hasAnvil || process.env['CI'] === undefined).toBe(true)
})

describe.runIf(hasAnvil)('a chain', () => {
  let local: LocalChain
  let six: DeployedToken
  let eighteen: DeployedToken
  let fake: DeployedToken
  let node: FaultyNode
  let constants: ChainConstants
  let chain: Chain

  beforeAll(async () => {
    local = await startLocalChain()
    six = await local.deployToken({ symbol: 'USDT', decimals: 6, answersNothing: true })
    eighteen = await local.deployToken({ symbol: 'USDT', decimals: 18 })
    fake = await local.deployToken({ symbol: 'USDT', decimals: 6 })
    node = await startFaultyNode(local.url)
    constants = constantsOf('erc20', local, six)
    chain = openChain({ constants, nodeUrl: node.url, timeoutMs: 300 })
  })
  afterAll(async () => {
    await node.stop()
    await local.stop()
  })
  const newest = () => local.blockNumber()
  const found = async (of: Chain, to = [me]) => of.transfers({ fromBlock: 0, toBlock: await newest(), to })

  test('tells transfers of the pinned token to our addresses, and no others', async () => {
    const txHash = await six.send('payer', me, 12_345_678n)
    await fake.send('payer', me, 99_000_000n)
    await six.send('payer', walletAddress(60, 2), 5n)
    const transfers = await found(chain)
    expect(transfers).toEqual([
      {
        txHash,
        logIndex: 0,
        blockNumber: expect.any(Number),
        blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        from: local.payer.address,
        to: me,
        raw: 12_345_678n,
      },
    ])
  })

  test('tells two transfers of one transaction apart', async () => {
    const [one, two] = [walletAddress(60, 10), walletAddress(60, 11)]
    const txHash = await six.sendTwice('payer', [one, 1_000_000n], [two, 2_000_000n])
    const transfers = await found(chain, [one, two])
    expect(transfers.map((transfer) => [transfer.txHash, transfer.logIndex, transfer.to, transfer.raw])).toEqual([
      [txHash, 0, one, 1_000_000n],
      [txHash, 1, two, 2_000_000n],
    ])
  })

  test('asks in pieces that a node answers, and finds the same', async () => {
    const narrow = { ...constants, blocksPerQueryMax: 2, addressesPerQueryMax: 1 }
    const asked = [me, walletAddress(60, 10), walletAddress(60, 11)]
    expect(await found(openChain({ constants: narrow, nodeUrl: local.url }), asked)).toEqual(await found(chain, asked))
  })

  test('a reverted transfer is a receipt without success and without transfers', async () => {
    const txHash = await six.send('payer', me, 1n, { isReverting: true })
    expect(await chain.receipt(txHash)).toMatchObject({ isSuccess: false, transfers: [] })
    expect((await found(chain)).map((transfer) => transfer.txHash)).not.toContain(txHash)
  })

  test('a receipt says when another token was moved, and is null for what is unknown', async () => {
    const txHash = await fake.send('payer', me, 99_000_000n)
    expect(await chain.receipt(txHash)).toMatchObject({ isSuccess: true, transfers: [], movesOtherTokens: true })
    expect(await chain.receipt(`0x${'1'.repeat(64)}`)).toBeNull()
  })

  test('balances are of the token, of as many addresses as asked', async () => {
    const account = walletAddress(60, 30)
    await six.send('payer', account, 7_000_000n)
    expect(await readBalances(chain, [account, walletAddress(60, 31)])).toEqual([7_000_000n, 0n])
  })

  test('the issuer’s list of refused accounts is read', async () => {
    const account = walletAddress(60, 40)
    expect(await chain.isBlacklisted(account)).toBe(false)
    await six.refuse(account)
    expect(await chain.isBlacklisted(account)).toBe(true)
  })

  test('the token is checked: chain, symbol and decimals', async () => {
    expect(await chain.checkToken()).toMatchObject({ ok: true })
    const check = (change: Partial<ChainConstants>) =>
      openChain({ constants: { ...constants, ...change }, nodeUrl: local.url }).checkToken()
    expect(await check({ chainId: 1 })).toEqual({
      ok: false,
      detail: 'The node is on chain 31337; Ethereum is chain 1.',
    })
    expect(await check({ decimals: 18 })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('has 6 decimals'),
    })
    expect(await check({ symbol: 'USDC' })).toMatchObject({ ok: false, detail: expect.stringContaining('not USDC') })
    expect(await check({ contract: me })).toMatchObject({ ok: false, detail: expect.stringContaining('No token') })
  })

  test('a payment is final when enough blocks lie on it and the network calls it final', async () => {
    await six.send('payer', me, 3_000_000n)
    const { blockNumber } = (await found(chain)).at(-1) ?? { blockNumber: 0 }
    const now = async () => confirmationsOf(blockNumber, await chain.head(), constants)
    // This node calls a block final four blocks later, which is more than the three that were asked for.
    expect(await now()).toMatchObject({ confirmations: 1, needed: 5, isFinal: false })
    await local.mine(1)
    expect(await now()).toMatchObject({ confirmations: 2, isFinal: false })
    await local.mine(8)
    expect(await now()).toMatchObject({ confirmations: 10, isFinal: true })
  })

  test('blocks on it are not enough while the network does not call it final; without its word more are needed', () => {
    const { finality } = chainConstants('erc20')
    const judge = (finalizedNumber: number | null, number: number, extra = 0) =>
      confirmationsOf(100, { number, finalizedNumber }, { finality }, extra).isFinal
    expect(judge(99, 150)).toBe(false)
    expect(judge(100, 150)).toBe(true)
    expect(judge(100, 110)).toBe(false)
    expect(judge(100, 111)).toBe(true)
    expect(judge(100, 111, 1)).toBe(false)
    expect(judge(null, 162)).toBe(false)
    expect(judge(null, 163)).toBe(true)
  })

  test('a reorganisation takes the block, the receipt and the transfer away', async () => {
    const txHash = await six.send('payer', walletAddress(60, 50), 4_000_000n)
    const [before] = await found(chain, [walletAddress(60, 50)])
    expect(before).toBeDefined()
    await local.mine(2)
    await local.reorganise(3)
    expect(await chain.receipt(txHash)).toBeNull()
    expect(await found(chain, [walletAddress(60, 50)])).toEqual([])
    expect(await chain.blockHash(before?.blockNumber ?? 0)).not.toBe(before?.blockHash)
  })

  test('18 decimals are read in the token’s own unit', async () => {
    const bsc = openChain({ constants: constantsOf('bep20', local, eighteen), nodeUrl: local.url })
    await eighteen.send('payer', me, 10_000_000_000_000_000_001n)
    expect((await found(bsc)).map(({ raw }) => raw)).toEqual([10_000_000_000_000_000_001n])
  })

  describe('a node that', () => {
    const reasonOf = async (how: Parameters<FaultyNode['behave']>[0], ask: () => Promise<unknown>) => {
      node.behave(how)
      try {
        await ask()
        return 'answered'
      } catch (error) {
        expect(error).toBeInstanceOf(ChainFault)
        expect(String(error)).not.toContain('127.0.0.1')
        return error instanceof ChainFault ? error.reason : 'thrown'
      } finally {
        node.behave('none')
      }
    }

    test('hangs is unreachable, in bounded time', async () => {
      expect(await reasonOf('hangs', () => chain.head())).toBe('unreachable')
    })

    test('refuses, or answers a page, is told apart from one that is away', async () => {
      expect(await reasonOf('refuses', () => chain.receipt(`0x${'1'.repeat(64)}`))).toBe('refused')
      expect(await reasonOf('nonsense', () => chain.receipt(`0x${'1'.repeat(64)}`))).toBe('nonsense')
      const gone = openChain({ constants, nodeUrl: 'http://127.0.0.1:9/secret-key', timeoutMs: 300 })
      expect(await reasonOf('none', () => gone.head())).toBe('unreachable')
    })

    test('is of another chain is asked nothing else', async () => {
      const onOther = openChain({ constants: { ...constants, chainId: 1 }, nodeUrl: local.url })
      await expect(onOther.head()).rejects.toMatchObject({ reason: 'wrong_chain' })
      await expect(found(onOther)).rejects.toMatchObject({ reason: 'wrong_chain' })
      expect(await onOther.checkToken()).toMatchObject({ ok: false })
    })

    test('has not the blocks asked for lags, however empty its answer', async () => {
      const beyond = (await newest()) + 1
      await expect(chain.transfers({ fromBlock: 0, toBlock: beyond, to: [me] })).rejects.toMatchObject({
        reason: 'lagging',
      })
    })

    test('refuses to say whether an address is frozen does not say no', async () => {
      expect(await reasonOf('refuses', () => chain.isBlacklisted(me))).toBe('refused')
      const bsc = openChain({ constants: constantsOf('bep20', local, eighteen), nodeUrl: local.url })
      expect(await bsc.isBlacklisted(me)).toBeNull()
    })

    test('lags shows an old block', async () => {
      node.behave('lags')
      expect(isLagging(await chain.head(), new Date())).toBe(true)
      node.behave('none')
      expect(isLagging(await chain.head(), new Date())).toBe(false)
    })

    test('lies about an amount is contradicted by a second one', async () => {
      await six.send('payer', walletAddress(60, 60), 1_000_000n)
      node.behave('lies_about_amounts')
      const [lied] = await found(chain, [walletAddress(60, 60)])
      node.behave('none')
      const [told] = await found(chain, [walletAddress(60, 60)])
      const second = openChain({ constants, nodeUrl: local.url })
      expect(lied && (await secondOpinion(second, lied))).toBe('differs')
      expect(told && (await secondOpinion(second, told))).toBe('agrees')
      node.behave('hides_receipts')
      expect(told && (await secondOpinion(chain, told))).toBe('silent')
      node.behave('none')
    })

    test('answers with what was not asked for is not believed', async () => {
      const other = openChain({ constants: { ...constants, contract: fake.address }, nodeUrl: local.url })
      expect((await found(other)).length).toBeGreaterThan(0)
      const proxy = await startSwapped(local.url, fake.address)
      const swapped = openChain({ constants, nodeUrl: proxy.url })
      await expect(found(swapped)).rejects.toMatchObject({ reason: 'nonsense' })
      await proxy.stop()
    })
  })

  describe('Tron', () => {
    let proxy: NodeProxy
    let tron: Chain
    beforeAll(async () => {
      proxy = await startTronDialect(local.url, NILE)
      const own = { ...constantsOf('trc20', { chainId: NILE }, six), finality: chainConstants('trc20').finality }
      tron = openChain({ constants: own, nodeUrl: proxy.url })
    })
    afterAll(() => proxy.stop())

    test('a payment to a T-address is found, and final after 20 blocks', async () => {
      expect(await tron.checkToken()).toMatchObject({ ok: true })
      const to = fromEvm('trc20', walletAddress(195, 3))
      const txHash = await six.send('payer', to, 15_000_000n)
      const [transfer] = await found(tron, [to])
      expect(transfer).toMatchObject({ txHash: txHash.slice(2), to, raw: 15_000_000n })
      const final = async () => confirmationsOf(transfer?.blockNumber ?? 0, await tron.head(), tron.constants).isFinal
      await local.mine(18)
      expect(await final()).toBe(false)
      await local.mine(1)
      expect(await final()).toBe(true)
      expect(await tron.receipt(txHash)).toMatchObject({ isSuccess: true })
    })

    test('a question wider than a node answers is asked in pieces', async () => {
      const narrowNode = await startTronDialect(local.url, NILE, { blocksMax: 50 })
      const wide = openChain({
        constants: { ...tron.constants, blocksPerQueryMax: 5_000 },
        nodeUrl: narrowNode.url,
      })
      await local.mine(60)
      const asked = { fromBlock: 0, toBlock: await newest(), to: [me] }
      const narrow = openChain({ constants: { ...tron.constants, blocksPerQueryMax: 50 }, nodeUrl: narrowNode.url })
      const told = await narrow.transfers(asked)
      expect(told.length).toBeGreaterThan(0)
      // Also when its limit is lower than the one we know.
      expect(await wide.transfers(asked)).toEqual(told)
      await narrowNode.stop()
    })
  })

  describe('a proof of a payout', () => {
    const pay = async (
      token: DeployedToken,
      from: 'operator' | 'payer',
      to: string,
      raw: bigint,
      isReverting = false,
    ) => {
      const receipt = await chain.receipt(await token.send(from, to, raw, { isReverting }))
      if (receipt === null) throw new Error('A mined transaction has a receipt')
      return verifyPayout(receipt, { from: local.operator.address, to: me, netMicros: 24_500_000n }, constants)
    }
    test('fits in every part', async () => {
      expect(await pay(six, 'operator', me, 24_500_000n)).toMatchObject({ ok: true, transfer: { raw: 24_500_000n } })
    })
    test.each([
      ['amount', () => pay(six, 'operator', me, 24_499_999n)],
      ['amount', () => pay(six, 'operator', me, 24_500_001n)],
      ['from', () => pay(six, 'payer', me, 24_500_000n)],
      ['to', () => pay(six, 'operator', walletAddress(60, 2), 24_500_000n)],
      ['contract', () => pay(fake, 'operator', me, 24_500_000n)],
      ['success', () => pay(six, 'operator', me, 24_500_000n, true)],
    ])('names the %s that differs, with what was expected and found', async (field, attempt) => {
      const verdict = await attempt()
      expect(verdict).toMatchObject({ ok: false, fault: { field, text: expect.stringMatching(/^The .+\.$/) } })
    })
  })
})

/** A node that answers every question about logs with those of another contract. */
async function startSwapped(chainUrl: string, contract: string): Promise<NodeProxy> {
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const swapped = body.replace(/"address":"0x[0-9a-f]{40}"/, `"address":"${contract.toLowerCase()}"`)
      const headers = { 'content-type': 'application/json' }
      void fetch(chainUrl, { method: 'POST', headers, body: swapped })
        .then((answer) => answer.text())
        .then((text) => response.setHeader('content-type', 'application/json').end(text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
