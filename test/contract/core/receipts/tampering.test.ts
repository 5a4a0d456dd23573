import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { receiptCrypto } from '../../../../electron/core/audit/receipt-maker.js'
import { canonical, checkReceipt } from '../../../../shared/receipt/check-receipt.mjs'
import { chain, receiptOf, rehash } from './receipt-fixture.js'

/** Returns what is wrong with a receipt; null for nothing. */
const checkText = (text: string) => checkReceipt(text, receiptCrypto(nodeCrypto)).problem

/** A receipt that a test changes: every member can be replaced. */
type Draft = Record<string, unknown> & {
  log: Record<string, unknown>
  records: { proof: string[]; record: Record<string, unknown> }[]
}

const FORGER = nodeCrypto.ed25519.create()

/** Signs a changed receipt with a key of the forger's own. */
function resigned({ signature: _signature, ...draft }: Draft): string {
  const forged = { ...draft, publicKey: nodeCrypto.ed25519.publicKeyOf(FORGER) }
  const signature = nodeCrypto.ed25519.sign(FORGER, `countersign-receipt\n${canonical(forged)}`)
  return canonical({ ...forged, signature })
}

type Tamper = readonly [name: string, change: (draft: Draft) => void]
const recordOf = (draft: Draft, kind: string) => {
  const found = draft.records.find(({ record }) => record['kind'] === kind)
  if (found === undefined) throw new Error(`there is no ${kind}`)
  return found
}
const without =
  (kind: string) =>
  (draft: Draft): void => {
    draft.records = draft.records.filter(({ record }) => record['kind'] !== kind)
  }
const RECORD_MEMBERS = ['at', 'hash', 'kind', 'line', 'prev', 'seq', 'subject', 'v'] as const
const TOP_MEMBERS = ['environment', 'format', 'instruction', 'madeAt', 'publicKey'] as const
const anotherValue = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : `${String(value).slice(0, -1)}f`

/** What anybody can do to a receipt without the key that signed it. */
const EDITS: readonly Tamper[] = [
  ...TOP_MEMBERS.map(
    (name): Tamper => [
      `another ${name}`,
      (draft) => void (draft[name] = anotherValue(draft[name])),
    ],
  ),
  ...[...TOP_MEMBERS, 'log', 'records', 'signature'].map(
    (name): Tamper => [`no ${name}`, (draft) => void delete draft[name]],
  ),
  ...['decided', 'outcome'].flatMap((kind) => [
    ...RECORD_MEMBERS.map(
      (name): Tamper => [
        `another ${name} of the ${kind} record`,
        (draft) => {
          const { record } = recordOf(draft, kind)
          record[name] = anotherValue(record[name])
        },
      ],
    ),
    ...[...RECORD_MEMBERS, 'body'].map(
      (name): Tamper => [
        `no ${name} in the ${kind} record`,
        (draft) => void delete recordOf(draft, kind).record[name],
      ],
    ),
  ]),
  ...['start', 'asked', 'shown', 'decided', 'sent', 'outcome'].map(
    (kind): Tamper => [`the ${kind} record cut`, without(kind)],
  ),
  ['every record cut', (draft) => void (draft.records = [])],
  [
    'the decision reduced to its place',
    (draft) => {
      const { record } = recordOf(draft, 'decided')
      const { seq, prev, hash } = record
      recordOf(draft, 'decided').record = { seq, prev, hash, withheld: true }
    },
  ],
  ['two records swapped', (draft) => void draft.records.reverse()],
  ['a record twice', (draft) => void draft.records.push(recordOf(draft, 'outcome'))],
  ['a member more', (draft) => void (draft['note'] = 'genuine')],
  ['a member more in a record', (draft) => void (recordOf(draft, 'sent').record['note'] = 'x')],
  ['a member more in the log', (draft) => void (draft.log['head'] = '0'.repeat(64))],
  ['a proof cut', (draft) => void recordOf(draft, 'asked').proof.pop()],
  ['a longer proof', (draft) => void recordOf(draft, 'asked').proof.push('0'.repeat(64))],
  ['a proof changed', (draft) => void (recordOf(draft, 'asked').proof[0] = '0'.repeat(64))],
  [
    'the proofs of two records swapped',
    (draft) => {
      const [first, last] = [recordOf(draft, 'asked'), recordOf(draft, 'outcome')]
      ;[first.proof, last.proof] = [last.proof, first.proof]
    },
  ],
  ['another root', (draft) => void (draft.log['root'] = '0'.repeat(64))],
  ['a longer log', (draft) => void (draft.log['count'] = 1_000)],
  ['a shorter log', (draft) => void (draft.log['count'] = 6)],
  [
    'the decision changed, with its hash',
    (draft) => {
      const { record } = recordOf(draft, 'decided')
      record['line'] = 'BUY 99 AAPL'
      rehash(record)
    },
  ],
  [
    'another digest of the screen, with its hash',
    (draft) => {
      const { record } = recordOf(draft, 'decided')
      record['body'] = { ...(record['body'] as object), shown: 'e'.repeat(64) }
      rehash(record)
    },
  ],
  [
    'a decline made an approval, with its hash',
    (draft) => {
      const { record } = recordOf(draft, 'decided')
      record['body'] = { ...(record['body'] as object), by: 'rule' }
      rehash(record)
    },
  ],
  [
    'another environment in the start, with its hash',
    (draft) => {
      const { record } = recordOf(draft, 'start')
      record['body'] = { ...(record['body'] as object), environment: 'production' }
      rehash(record)
    },
  ],
]

/** How often the forger's signature does not help: every edit but those of no consequence. */
const HARMLESS_WHEN_RESIGNED: ReadonlySet<string> = new Set([
  // A forger may make a receipt of their own; then it names the forger's key.
  'another madeAt',
  'another publicKey',
  'no publicKey',
  'no signature',
  'the shown record cut',
  'the sent record cut',
])

describe('a receipt that somebody changed', () => {
  test('CONFIRM-46: at least 60 kinds of tampering are each detected', async () => {
    const text = await receiptOf(await chain())
    expect(EDITS.length).toBeGreaterThanOrEqual(60)
    expect(checkText(text)).toBeNull()
    for (const [name, change] of EDITS) {
      const draft = JSON.parse(text) as Draft
      change(draft)
      expect(checkText(canonical(draft)), name).not.toBeNull()
      if (!HARMLESS_WHEN_RESIGNED.has(name)) expect(checkText(resigned(draft)), name).not.toBeNull()
    }
  })

  test('CONFIRM-46: a key of small order, under which anybody can sign anything, is refused', async () => {
    const draft = JSON.parse(await receiptOf(await chain())) as Draft
    const point = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
    const neutral = Buffer.alloc(64)
    neutral[0] = 1
    for (const hex of [
      `01${'00'.repeat(31)}`,
      '00'.repeat(32),
      `ec${'ff'.repeat(30)}7f`,
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      // The neutral point in another spelling: not reduced, and with the other sign.
      `ee${'ff'.repeat(30)}7f`,
      `01${'00'.repeat(30)}80`,
    ]) {
      const signature = neutral.toString('base64')
      expect(checkText(canonical({ ...draft, publicKey: point(hex), signature })), hex).toBe(
        'signature',
      )
    }
  })

  test('CONFIRM-46: another way of writing is detected', async () => {
    const text = (await receiptOf(await chain())).trim()
    for (const written of [text, `${text}\n`]) expect(checkText(written)).toBeNull()
    const { publicKey, signature } = JSON.parse(text) as Record<string, string> as {
      readonly publicKey: string
      readonly signature: string
    }
    const oddBits = (value: string, padding: string): string =>
      value.replace(/.(=+)$/, (_end, equals: string) => {
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
        const digit = alphabet.indexOf(value.at(-1 - equals.length) ?? '')
        return `${alphabet[digit + 1] ?? ''}${padding}`
      })
    const spellings = (value: string, padding: string): readonly string[] => [
      value.replace(/=+$/, ''),
      value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      ` ${value}`,
      `${value.slice(0, 8)} ${value.slice(8)}`,
      `${value}=`,
      oddBits(value, padding),
    ]
    for (const wrong of [
      `\ufeff${text}`,
      `${text}\r\n`,
      `\n\n${text}`,
      ` ${text}`,
      ...spellings(publicKey, '=').map((other) => text.replace(publicKey, other)),
      ...spellings(signature, '==').map((other) => text.replace(signature, other)),
      text.replace('{', '{ '),
      text.replace('"environment"', '"environment":"sandbox","environment"'),
      text.replace('{', '{"__proto__":{"records":[]},'),
      text.replace('practice', 'pr\\u0061ctice'),
      text.slice(0, -1),
      `${text}${text}`,
      text.replaceAll(',', ',\r\n'),
    ]) {
      expect(checkText(wrong), wrong.slice(0, 80)).not.toBeNull()
    }
  })
})
