import { expect, test } from 'vitest'
import { accountXpub, walletAddress } from '../../../testing/chain/local-chain.ts'
import { addressFaultText, fromEvm, isSameAddress, readAddress, readTxHash, toEvm } from './addresses.rules.ts'
import { derivationPath, depositAddress, readXpub } from './deposit-addresses.rules.ts'
import { toMicros, toRaw } from './amounts.rules.ts'
import { chainConstants, type Network } from './networks.ts'

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each<[Network, string, string]>([
  ['erc20', EVM, EVM],
  // Small letters carry no checksum; the address is shown back with one.
  ['bep20', EVM.toLowerCase(), EVM],
  ['erc20', `  ${EVM} `, EVM],
  ['trc20', TRON, TRON],
])('%s takes %s', (network, text, address) => {
  expect(readAddress(text, chainConstants(network))).toEqual({ ok: true, address })
})

test.each<[Network, string, string]>([
  ['erc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'wrong_checksum'],
  ['erc20', EVM.slice(0, -1), 'malformed'],
  ['erc20', TRON, 'other_network'],
  ['erc20', `0x${'0'.repeat(40)}`, 'zero_address'],
  ['erc20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token_contract'],
  ['bep20', '0x55d398326f99059fF775485246999027B3197955', 'token_contract'],
  // The token of another network: the same 20 bytes mean nobody here.
  ['bep20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token_contract'],
  ['trc20', TRON.replace('8', '9'), 'wrong_checksum'],
  ['trc20', EVM, 'other_network'],
  ['trc20', '415a523b449890854c8fc460ab602df9f31fe4293f', 'malformed'],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'token_contract'],
  // A copy of the token's address that goes around, with a checksum that does not fit.
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzg5uV7p', 'wrong_checksum'],
])('%s refuses %s as %s, and says what to do', (network, text, fault) => {
  const reading = readAddress(text, chainConstants(network))
  expect(reading).toMatchObject({ ok: false, fault })
  if (!reading.ok) expect(addressFaultText(reading, chainConstants(network))).toMatch(/^[A-Z].+\.$/)
})

test('an address of Tron and its 20 bytes are each other', () => {
  expect(toEvm(TRON)).toBe('0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb')
  expect(fromEvm('trc20', toEvm(TRON))).toBe(TRON)
  expect(isSameAddress(EVM, EVM.toLowerCase())).toBe(true)
  expect(isSameAddress(EVM, TRON)).toBe(false)
})

test('a hash is small, with 0x except on Tron', () => {
  const digits = 'AB'.repeat(32)
  expect(readTxHash(`0x${digits}`, 'erc20')).toBe(`0x${digits.toLowerCase()}`)
  expect(readTxHash(digits, 'bep20')).toBe(`0x${digits.toLowerCase()}`)
  expect(readTxHash(`0x${digits}`, 'trc20')).toBe(digits.toLowerCase())
  expect(readTxHash(digits.slice(1), 'trc20')).toBeNull()
})

test('an address derived from the public side is the one of the private side', () => {
  for (const child of [0, 1, 77]) {
    expect(depositAddress(accountXpub(60), 'erc20', child)).toBe(walletAddress(60, child))
    expect(depositAddress(accountXpub(60), 'bep20', child)).toBe(walletAddress(60, child))
    expect(toEvm(depositAddress(accountXpub(195), 'trc20', child))).toBe(walletAddress(195, child).toLowerCase())
  }
  expect(derivationPath('trc20', 3)).toBe("m/44'/195'/0'/0/3")
  expect(derivationPath('bep20', 3)).toBe("m/44'/60'/0'/0/3")
})

test('the published words derive the published addresses', () => {
  // BIP-39 words "abandon … about" under BIP-44: account keys, and the first addresses that wallets show for them.
  const evm =
    'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
  const tron =
    'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
  expect(depositAddress(evm, 'erc20', 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(depositAddress(tron, 'trc20', 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
  expect(readXpub(evm)).toMatchObject({ ok: true, xpub: evm, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
})

test.each([
  [
    'xprv9z4pot5VBttmtdRTWfWQmoH1taj2axGVzFqSb8C9xaxKymcFzXBDptWmT7FwuEzG3ryjH4ktypQSAewRiNMjANTtpgP4mLTj34bhnZX7UiM',
    'private_key',
  ],
  [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'wrong_depth',
  ],
  ['xpub-of-nothing', 'malformed'],
  ['abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about', 'private_key'],
  [`0x${'1f'.repeat(32)}`, 'private_key'],
  // BIP-32, test vector 2, chain m/0/2147483647H/1: three levels deep, and no account.
  [
    'xpub6DF8uhdarytz3FWdA8TvFSvvAh8dP3283MY7p2V4SeE2wyWmG5mg5EwVvmdMVCQcoNJxGoWaU9DCWh89LojfZ537wTfunKau47EL2dhHKon',
    'wrong_depth',
  ],
  [
    'xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW6',
    'malformed',
  ],
])('%s is no key of an account: %s', (text, fault) => {
  expect(readXpub(text)).toEqual({ ok: false, fault })
})

test('18 decimals become micro-USD, and what is finer is dust', () => {
  expect(toMicros(25_500_000_000_000_000_001n, 18)).toEqual({ micros: 25_500_000n, dustRaw: 1n })
  expect(toMicros(25_500_000n, 6)).toEqual({ micros: 25_500_000n, dustRaw: 0n })
  expect(toRaw(25_500_000n, 18)).toBe(25_500_000_000_000_000_000n)
})
