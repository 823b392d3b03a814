// A real Ethereum node on loopback for tests: anvil, which mines when told. Guarantees a chain of its own to each test
// file, ended with it. It deliberately knows no database and no product: what is deployed and sent is the test's.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  publicActions,
  type Hex,
  type PrivateKeyAccount,
} from 'viem'
import { HDKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { fromEvm, toEvm } from '../../features/payments/chain/addresses.rules.ts'
import type { ChainConstants, Network } from '../../features/payments/chain/networks.ts'
import { invariant } from '../../platform/invariant.ts'
import { tokenAbi, tokenBytecode } from './token.bytecode.ts'
import { freePort } from '../free-port.ts'

const BINARY = 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'
const PROJECT_DIR = join(import.meta.dirname, '../../../..')
const START_PATIENCE_MS = 20_000
const ASK_AGAIN_MS = 20
/** Ends the node when its standard input closes: the kernel does that also for a test process that was killed. */
const WITH_US = 'exec 3<&0; "$@" & node=$!; { read -r ended <&3; kill -9 $node; } & wait $node'
/** The words that every local node of this kind starts with; its accounts are rich and worth nothing. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/** Whether this machine has the node. Tests without it are skipped, loudly; under CI that is a failure. */
export function findAnvil(): string | null {
  const own = join(PROJECT_DIR, BINARY)
  if (existsSync(own)) return own
  return spawnSync('anvil', ['--version']).status === 0 ? 'anvil' : null
}

export type LocalChain = {
  url: string
  chainId: number
  /** The operator's own wallet, and the first maker of tokens. */
  operator: { address: string }
  /** Some other account with tokens to spend. */
  payer: { address: string }
  deployToken(options: { symbol: string; decimals: number; answersNothing?: boolean }): Promise<DeployedToken>
  /** A token that was deployed before. */
  tokenAt(address: string, decimals: number): DeployedToken
  /** Mines so many blocks. */
  mine(blocks: number): Promise<void>
  /** Takes the newest blocks away and puts empty ones in their place. */
  reorganise(depth: number): Promise<void>
  blockNumber(): Promise<number>
  stop(): Promise<void>
}
export type Sender = 'operator' | 'payer'
export type DeployedToken = {
  /** 0x… */
  address: string
  decimals: number
  /** Sends tokens and mines the block. `isReverting` sends more than there is. @returns the transaction */
  send(from: Sender, to: string, raw: bigint, options?: { isReverting?: boolean }): Promise<string>
  sendTwice(from: Sender, first: [string, bigint], second: [string, bigint]): Promise<string>
  refuse(account: string): Promise<void>
  balanceOf(account: string): Promise<bigint>
}

/** Starts a node. Blocks are mined with each transaction, and by `mine`. */
export async function startLocalChain({ chainId = 31_337 }: { chainId?: number } = {}): Promise<LocalChain> {
  const binary = findAnvil()
  invariant(binary !== null, 'findAnvil was asked before')
  const port = await freePort()
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--silent']
  // Two slots an epoch: what is final follows the newest block at four blocks' distance.
  const command = [binary, ...args, '--slots-in-an-epoch', '2', '--mnemonic', MNEMONIC]
  const node = spawn('sh', ['-c', WITH_US, 'sh', ...command], { stdio: ['pipe', 'ignore', 'ignore'] })
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(node, (method) => askNode(url, method))
  return { ...attachLocalChain({ url, chainId }), stop: () => stopNode(node) }
}

/** The same chain from another process than the one that started it, and that stops it. */
export function attachLocalChain({ url, chainId }: { url: string; chainId: number }): Omit<LocalChain, 'stop'> {
  const operator = mnemonicToAccount(MNEMONIC, { addressIndex: 0 })
  const payer = mnemonicToAccount(MNEMONIC, { addressIndex: 1 })
  const ask = (method: string, params: unknown[] = []) => askNode(url, method, params)
  const wallets = { operator: walletOf(url, chainId, operator), payer: walletOf(url, chainId, payer) }
  return {
    url,
    chainId,
    operator: { address: operator.address },
    payer: { address: payer.address },
    deployToken: (options) => deployToken(wallets, payer.address, options),
    tokenAt: (address, decimals) => tokenAt(wallets, address, decimals),
    mine: async (blocks) => void (await ask('anvil_mine', [`0x${blocks.toString(16)}`])),
    reorganise: async (depth) => void (await ask('anvil_reorg', [depth, []])),
    blockNumber: async () => Number(await ask('eth_blockNumber')),
  }
}

/** What is pinned of a network, but with this chain and this token in the place of the real ones. */
export function constantsOf(
  network: Network,
  chain: { chainId: number },
  token: { address: string; decimals: number },
  finality = { confirmations: 3, confirmationsWithoutWord: 6 },
): ChainConstants {
  return {
    network,
    name: { trc20: 'Tron', erc20: 'Ethereum', bep20: 'BNB Smart Chain' }[network],
    chainId: chain.chainId,
    contract: fromEvm(network, toEvm(token.address)),
    symbol: 'USDT',
    decimals: token.decimals,
    finality,
    blocksPerQueryMax: 1_000,
    addressesPerQueryMax: 100,
    hasBlacklist: network !== 'bep20',
    explorerTxUrl: 'https://explorer.example/tx/{hash}',
    explorerAddressUrl: 'https://explorer.example/address/{address}',
  }
}

/**
 * An extended public key at the account level, as the operator's wallet would show it. Its private side is thrown away.
 */
export function accountXpub(coin: 60 | 195, account = 0): string {
  const seed = Buffer.alloc(32, 7)
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coin}'/${account}'`).publicExtendedKey
}

/** The same place by the private side, to compare with. @returns 0x… */
export function walletAddress(coin: 60 | 195, child: number): string {
  const key = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive(`m/44'/${coin}'/0'/0/${child}`)
  invariant(key.privateKey, 'A seed derives private keys')
  return privateKeyToAddress(`0x${Buffer.from(key.privateKey).toString('hex')}`)
}

type Wallet = ReturnType<typeof walletOf>

function walletOf(url: string, chainId: number, account: Pick<PrivateKeyAccount, 'address'>) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id: chainId, name: 'local', nativeCurrency, rpcUrls: { default: { http: [url] } } }
  return createWalletClient({ account: account as PrivateKeyAccount, chain, transport: http(url) }).extend(
    publicActions,
  )
}

async function deployToken(
  wallets: Record<Sender, Wallet>,
  payer: string,
  { symbol, decimals, answersNothing = false }: { symbol: string; decimals: number; answersNothing?: boolean },
): Promise<DeployedToken> {
  const data = encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args: [symbol, decimals, answersNothing] })
  const receipt = await sendAndWait(wallets.operator, { data })
  const address = receipt.contractAddress
  invariant(address, 'A deployment makes a contract')
  const token = tokenAt(wallets, address, decimals)
  await token.send('operator', payer, 100_000_000n * 10n ** BigInt(decimals))
  return token
}

function tokenAt(wallets: Record<Sender, Wallet>, tokenAddress: string, decimals: number): DeployedToken {
  const address = toEvm(tokenAddress)
  const call = async (from: Sender, callData: Hex) =>
    (await sendAndWait(wallets[from], { to: address, data: callData })).transactionHash
  const transfer = (to: string, raw: bigint) =>
    encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [toEvm(to), raw] })
  return {
    address,
    decimals,
    send: (from, to, raw, { isReverting = false } = {}) =>
      call(from, transfer(to, isReverting ? 2n ** 200n + raw : raw)),
    sendTwice: (from, [first, firstRaw], [second, secondRaw]) => {
      const args = [toEvm(first), firstRaw, toEvm(second), secondRaw] as const
      return call(from, encodeFunctionData({ abi: tokenAbi, functionName: 'transferTwice', args }))
    },
    refuse: async (account) => {
      const args = [toEvm(account), true] as const
      await call('operator', encodeFunctionData({ abi: tokenAbi, functionName: 'refuse', args }))
    },
    balanceOf: (account) =>
      wallets.operator.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [toEvm(account)] }),
  }
}

/** A set bound of gas, so that what reverts is sent all the same. */
async function sendAndWait(wallet: Wallet, transaction: { to?: Hex; data: Hex }) {
  const hash = await wallet.sendTransaction({ ...transaction, gas: 3_000_000n })
  return await wallet.waitForTransactionReceipt({ hash, pollingInterval: ASK_AGAIN_MS })
}

export async function askNode(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

async function untilAnswers(node: ChildProcess, ask: (method: string) => Promise<unknown>): Promise<void> {
  const deadlineMs = Date.now() + START_PATIENCE_MS
  for (;;) {
    if (node.exitCode !== null) throw new Error(`anvil ended with ${node.exitCode}`)
    try {
      await ask('eth_chainId')
      return
    } catch (error) {
      if (Date.now() > deadlineMs) throw new Error('anvil did not start in time', { cause: error })
      await delay(ASK_AGAIN_MS)
    }
  }
}

async function stopNode(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const gone = once(node, 'exit')
  node.stdin?.end()
  await gone
}
