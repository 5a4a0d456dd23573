import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import type { AuditPort } from '../../../electron/core/audit/audit-port.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import { canonical, checkReceipt } from '../../../shared/receipt/check-receipt.mjs'
import { receiptCrypto } from '../../../electron/core/audit/receipt-maker.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { fakeDocument } from '../../fakes/document.js'

const SCRIPT = path.resolve(import.meta.dirname, '../../../build/verify-receipt.mjs')
const INSTRUCTION_ID = 'a'.repeat(32)
let folder = ''
let made = 0
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-receipt-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Disk {
  readonly lines: string[]
  readonly secrets: Map<string, string>
  readonly checkpoint: ReturnType<typeof fakeDocument>
}

function openChain(
  { lines, secrets, checkpoint }: Disk = {
    lines: [],
    secrets: new Map(),
    checkpoint: fakeDocument(),
  },
): Promise<AuditPort> {
  return openAudit({
    journal: {
      append: (line) => (lines.push(line), Promise.resolve(ok(undefined))),
      read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
      close: () => Promise.resolve(),
    },
    checkpoint,
    clock: { now: () => epochMs(1_763_735_400_000), monotonic: () => 0 },
    random: systemRandom,
    crypto: nodeCrypto,
    environment: 'practice',
    log: { event: () => undefined },
    vault: {
      backend: 'key-store',
      keyStore: null,
      read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
      write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
      remove: () => Promise.resolve(ok(undefined)),
    },
  })
}

/** Writes the audit chain of one instruction among others: card, decision, sending, outcome. */
async function chain(disk?: Disk): Promise<AuditPort> {
  const audit = await openChain(disk)
  await audit.append('asked', 'b'.repeat(32), 'SELL 3 MSFT', { reason: 'secret of the other' })
  await audit.append('asked', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    connection: 'c'.repeat(16),
    reason: 'because é \u202e',
  })
  await audit.append('shown', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    digest: 'd'.repeat(64),
  })
  await audit.append('ended', 'b'.repeat(32), 'Nobody decided in time', {})
  await audit.append('decided', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    decision: 'approve',
    by: 'person',
    shown: 'd'.repeat(64),
  })
  await audit.append('sent', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    ticket: `i-${INSTRUCTION_ID}`,
  })
  await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', { state: 'acknowledged' })
  await audit.append('read', 'c'.repeat(16), 'Read quotes, 3 times', { count: 3 })
  return audit
}

/** Returns what is wrong with a receipt; null for nothing. */
const checkText = (text: string) => checkReceipt(text, receiptCrypto(nodeCrypto)).problem

function file(text: string): string {
  const name = path.join(folder, `${(made += 1)}.jsonl`)
  writeFileSync(name, text)
  return name
}

/** Runs the command itself, outside the project, as a third party would. */
const run = (
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    )
  })

/** Returns the receipt's text, which must exist. */
async function receiptOf(audit: AuditPort): Promise<string> {
  const text = expectOk(await audit.receiptText(INSTRUCTION_ID))
  if (text === null) throw new Error('there is no receipt')
  return text
}

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

/** Gives a changed record a hash that fits. */
function rehash(record: Record<string, unknown>): void {
  delete record['hash']
  record['hash'] = createHash('sha256').update(canonical(record)).digest('hex')
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

describe('npm run verify-receipt', () => {
  test('CONFIRM-46: accepts a receipt, prints its records, and states what it does not prove', async () => {
    const audit = await chain()
    const text = await receiptOf(audit)
    expect(text).not.toContain('secret of the other')
    const { code, said } = await run(file(text))
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /^HOLDS\. Receipt of instruction a{32}, practice, made .*: 6 of the 9 records/,
      ) as string,
    ])
    expect(said).toMatch(
      /5 {2}2025-11-21T14:30:00\.000Z {2}decided {2}BUY 10 AAPL.*shown on the screen: d{64}/,
    )
    expect(said).toMatch(/Not proved: whose key this is/)
    const key = expectOk(await audit.receiptPublicKey())
    expect((await run(file(text), '--key', file(`${key}\n`))).said).toMatch(/Proved: the given key/)
    const forger = file(nodeCrypto.ed25519.publicKeyOf(FORGER))
    expect(await run(file(text), '--key', forger)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/signed by another key than the given one/) as string,
    })
  })

  test('two requests at once make one key', async () => {
    const secrets = new Map<string, string>()
    let writes = 0
    const set = secrets.set.bind(secrets)
    secrets.set = (name, secret) => {
      if (name === 'receipt-key') writes += 1
      return set(name, secret)
    }
    const audit = await openChain({ lines: [], secrets, checkpoint: fakeDocument() })
    const keys = await Promise.all([audit.receiptPublicKey(), audit.receiptPublicKey()])
    expect(expectOk(keys[0])).toBe(expectOk(keys[1]))
    expect(writes).toBe(1)
  })

  test('a receipt stays small whatever else an assistant reads', async () => {
    const audit = await chain()
    const before = (await receiptOf(audit)).length
    for (let index = 0; index < 1_000; index += 1) {
      await audit.append('read', 'c'.repeat(16), 'Read quotes', { count: 3 })
    }
    // A thousand records double the tree's size ten times: at most ten hashes more a record.
    const after = await receiptOf(audit)
    expect(after.length).toBeLessThan(before + 6 * 10 * 70)
    expect((await run(file(after))).code).toBe(0)
  })

  test('accepts an export of the whole chain, and a receipt against a later export of its chain', async () => {
    const audit = await chain()
    const receipt = file(await receiptOf(audit))
    const earlier = await openChain()
    expect(await run(receipt, '--against', file(await earlier.exportText()))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/older than the receipt/) as string,
    })
    await audit.append('halt', 'assistants', 'later', {})
    const fullLog = file(await audit.exportText())
    expect((await run(fullLog)).code).toBe(0)
    expect(await run(receipt, '--against', fullLog)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/the full export is of the same log/) as string,
    })
    const other = await openChain()
    for (let index = 0; index < 12; index += 1) {
      await other.append('asked', 'x', `another story ${index}`, {})
    }
    expect(await run(receipt, '--against', file(await other.exportText()))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The full export is of another log/) as string,
    })
  })

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

  test.each<[string, Parameters<AuditPort['append']>[3] | null, string | null, RegExp]>([
    ['declined', { decision: 'decline', by: 'person' }, null, /Decision: DECLINED by the person/],
    [
      'approved with a press',
      { decision: 'approve', by: 'person', press: 'observed' },
      null,
      /Decision: APPROVED by the person \(press observed\)/,
    ],
    [
      'approved by a rule',
      { decision: 'approve', by: 'rule', press: null },
      null,
      /Decision: APPROVED by a rule/,
    ],
    ['expired', null, 'expired', /Decision: EXPIRED/],
    ['withdrawn', null, 'withdrawn', /Decision: WITHDRAWN/],
    ['revoked', null, 'revoked', /Decision: REVOKED/],
  ])('CONFIRM-46: the printed receipt says that it was %s', async (_how, body, ending, said) => {
    const audit = await openChain()
    await audit.append('asked', INSTRUCTION_ID, 'SELL 2 AMZN', {})
    if (body !== null) await audit.append('decided', INSTRUCTION_ID, 'SELL 2 AMZN', body)
    if (ending !== null) await audit.append('ended', INSTRUCTION_ID, 'over', { ending })
    if (body?.['decision'] === 'approve') {
      await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', {})
    }
    expect((await run(file(await receiptOf(audit)))).said).toMatch(said)
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

  test('CONFIRM-46: is not made before the decision and its outcome', async () => {
    const audit = await openChain()
    const receipt = async () => expectOk(await audit.receiptText(INSTRUCTION_ID))
    expect(await receipt()).toBeNull()
    await audit.append('asked', INSTRUCTION_ID, 'BUY 10 AAPL', {})
    expect(await receipt()).toBeNull()
    await audit.append('decided', INSTRUCTION_ID, 'Refused: not armed', { refused: true })
    expect(await receipt()).toBeNull()
    await audit.append('decided', INSTRUCTION_ID, 'BUY 10 AAPL', { decision: 'approve' })
    expect(await receipt()).toBeNull()
    await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', {})
    expect(await receipt()).not.toBeNull()
    // A decline has no outcome.
    await audit.append('asked', 'b'.repeat(32), 'SELL 3 MSFT', {})
    await audit.append('decided', 'b'.repeat(32), 'SELL 3 MSFT', { decision: 'decline' })
    expect(expectOk(await audit.receiptText('b'.repeat(32)))).not.toBeNull()
  })

  test.each<[string, (lines: string[]) => void, RegExp]>([
    [
      'an edited word',
      (lines) => void (lines[6] = (lines[6] ?? '').replace('BUY 10', 'BUY 99')),
      /Line 7 \(record 5\): was changed/,
    ],
    [
      'a record taken out',
      (lines) => void lines.splice(6, 1),
      /Line 7 \(record 6\): record 5 belongs here/,
    ],
    [
      'a record put in',
      (lines) => void lines.splice(6, 0, lines[6] ?? ''),
      /Line 8 \(record 5\): record 6 belongs here/,
    ],
    [
      'the end cut off',
      (lines) => void (lines.length = 8),
      /The end does not fit: the header names 9 records, this ends with record 6/,
    ],
    [
      'the beginning cut off',
      (lines) => void lines.splice(1, 1),
      /beginning of the chain is missing/,
    ],
    [
      'a head of another chain',
      (lines) => void (lines[0] = (lines[0] ?? '').replace(/"head":"[0-9a-f]{4}/, '"head":"0000')),
      /The end does not fit/,
    ],
    [
      'another way of writing',
      (lines) => void (lines[6] = ` ${lines[6] ?? ''}`),
      /Line 7: cannot be read/,
    ],
    [
      'another environment in the header',
      (lines) => void (lines[0] = (lines[0] ?? '').replace('practice', 'production')),
      /Line 2 \(record 0\): says that the chain is of practice, the header says production/,
    ],
    ['rubbish', (lines) => void (lines[6] = 'null'), /Line 7: cannot be read/],
    [
      'an edit with its hash mended',
      (lines) => {
        const record = JSON.parse(lines[6] ?? '') as Record<string, unknown>
        record['line'] = 'BUY 99 AAPL'
        rehash(record)
        lines[6] = canonical(record)
      },
      /Line 8 \(record 6\): does not follow/,
    ],
  ])(
    'detects tampering with a full export and names the place: %s',
    async (_what, tamper, expectedMessage) => {
      const lines = (await (await chain()).exportText()).trimEnd().split('\n')
      tamper(lines)
      const { code, said } = await run(file(`${lines.join('\n')}\n`))
      expect([code, said]).toEqual([1, expect.stringMatching(expectedMessage) as string])
    },
  )

  test('refuses a chain found damaged at a start, and makes no receipt that spans the damage', async () => {
    const disk = {
      lines: [] as string[],
      secrets: new Map<string, string>(),
      checkpoint: fakeDocument(),
    }
    const audit = await chain(disk)
    await audit.close()
    disk.lines[6] = (disk.lines[6] ?? '').replace('BUY 10', 'BUY 99')
    const reopened = await openChain(disk)
    await reopened.append('outcome', INSTRUCTION_ID, 'The broker took it', {
      state: 'acknowledged',
    })
    expect(expectOk(await reopened.receiptText(INSTRUCTION_ID))).toBeNull()
    expect(await run(file(await reopened.exportText()))).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^DOES NOT HOLD\. Record 6 says that the chain was found damaged/,
      ) as string,
    })
  })

  test('exits with 2 when the file is missing or is no receipt, or the arguments are wrong', async () => {
    const codes = await Promise.all([
      run(),
      run(path.join(folder, 'missing')),
      run(file('hello')),
      run(file('')),
      run('a', '--against'),
      run('a', '--other', 'b'),
    ])
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  })
})
