import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { AUDIT_KINDS } from '../../../../electron/core/audit/audit-port.js'
import { canonicalJson } from '../../../../shared/domain/canonical-json.js'
import {
  GENESIS,
  hashOf,
  seal,
  walk,
  zAuditRecord,
  type AuditRecord,
  type Unhashed,
} from '../../../../electron/core/audit/audit-chain.js'
import { MerkleLog } from '../../../../electron/core/audit/merkle-log.js'
import { ChainExport, ReceiptRecords } from '../../../../electron/core/audit/receipt.js'
import { receiptCrypto } from '../../../../electron/core/audit/receipt-maker.js'
import { rootOfProof } from '../../../../shared/receipt/check-receipt.mjs'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { H } from './audit-machine.js'

const headOf = (records: readonly AuditRecord[]): string | null => records.at(-1)?.hash ?? null

function exportChain(environment: string, records: readonly AuditRecord[]): string {
  const text = new ChainExport(environment, records.length, headOf(records))
  text.add(records)
  return text.text()
}

const { sha256 } = receiptCrypto(nodeCrypto)
const MADE = { environment: 'practice', madeAt: 1, publicKey: '' }

/** Collects a receipt, with the records in parts of three as the archive passes them on. */
function receiptFrom(instruction: string, records: readonly AuditRecord[]) {
  const collected = new ReceiptRecords(sha256, instruction)
  for (let index = 0; index < records.length; index += 3) {
    collected.add(records.slice(index, index + 3))
  }
  return collected.receipt(MADE)
}
const seqsOf = (receipt: ReturnType<typeof receiptFrom>) =>
  receipt?.records.map(({ record }) => record.seq)

describe('REL-39: canonical JSON', () => {
  test('sorts members by name, writes no spaces and keeps the order of lists', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x', [2, 1]], A: { d: '"', c: false } })).toBe(
      '{"A":{"c":false,"d":"\\""},"a":[true,null,"x",[2,1]],"b":1}',
    )
    expect(canonicalJson(Object.fromEntries(['c', 'a', 'b'].map((name) => [name, name])))).toBe(
      '{"a":"a","b":"b","c":"c"}',
    )
  })

  test.each([[0.5], [-0], [Number.NaN], [2 ** 53], [Number.POSITIVE_INFINITY]])(
    'refuses the number %s: money and prices are strings',
    (number) => {
      expect(() => canonicalJson({ number })).toThrow(
        new RangeError('only whole numbers are canonical'),
      )
    },
  )
})

describe('REL-39: verification reports where and why a chain breaks', () => {
  const sealed = (count: number, sign: (hash: string) => string | null = () => null) => {
    const lines: string[] = []
    const records: AuditRecord[] = []
    for (let seq = 0; seq < count; seq += 1) {
      const sealedRecord = seal(
        nodeCrypto,
        {
          seq,
          prev: records.at(-1)?.hash ?? GENESIS,
          at: epochMs(seq),
          kind: 'asked',
          subject: 'x',
          line: `record ${seq}`,
          body: { seq },
        },
        sign,
      )
      lines.push(sealedRecord.line)
      records.push(sealedRecord.record)
    }
    return { lines, records }
  }
  const rewritten = (line: string, change: Partial<AuditRecord>): string => {
    const { hash: _hash, mac: _mac, ...rest } = zAuditRecord.parse(JSON.parse(line))
    const record: Unhashed = { ...rest, ...change }
    return canonicalJson({ ...record, hash: hashOf(nodeCrypto, record) })
  }

  test('returns all records of an intact chain, and the records before a break', () => {
    const { lines, records } = sealed(3)
    const origin = { seq: 0, prev: GENESIS }
    const head = records[2]?.hash
    expect(walk(nodeCrypto, lines)).toEqual({ records, head, problem: null, origin })
    expect(walk(nodeCrypto, [])).toEqual({ records: [], head: null, problem: null, origin })
    expect(walk(nodeCrypto, ['', ...lines])).toEqual({
      records: [],
      head: null,
      problem: { seq: 0, what: message('audit.recordUnreadable') },
      origin,
    })
  })

  test('continues after archived records, with the number and the hash of the last one', () => {
    const { lines, records } = sealed(3)
    const origin = { seq: 1, prev: records[0]?.hash ?? '' }
    const walked = walk(nodeCrypto, lines.slice(1), origin)
    expect(walked).toEqual({
      records: records.slice(1),
      head: records[2]?.hash,
      problem: null,
      origin,
    })
    expect(walk(nodeCrypto, lines.slice(2), origin).problem?.seq).toBe(1)
  })

  test.each<[string, (lines: string[]) => void, number, string]>([
    [
      'a line that is not a record',
      (lines) => {
        lines[1] = '{}'
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record with extra white space',
      (lines) => {
        lines[1] = ` ${lines[1]}`
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record with an added member',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('"at":', '"aa":1,"at":')
      },
      1,
      'This record cannot be read',
    ],
    [
      'a changed number with a new hash',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { seq: 7 })
      },
      1,
      'Another record is in its place',
    ],
    [
      'a changed previous hash with a new hash',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { prev: H('a') })
      },
      1,
      'This record does not follow from the one before it',
    ],
    [
      'a first record with a previous hash',
      (lines) => {
        lines[0] = rewritten(lines[0] ?? '', { prev: H('a') })
      },
      0,
      'This record does not follow from the one before it',
    ],
    [
      'changed text under the old hash',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('record 1', 'record 9')
      },
      1,
      'This record was changed after it was written',
    ],
    [
      'changed text with a new hash, by the next record',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { line: 'record 9' })
      },
      2,
      'This record does not follow from the one before it',
    ],
  ])('finds %s', (_title, tamper, seq, expected) => {
    const { lines } = sealed(4)
    tamper(lines)
    const walked = walk(nodeCrypto, lines)
    const finding = walked.problem === null ? null : inEnglish(walked.problem.what)
    expect([walked.problem?.seq, finding, walked.records.length, walked.head]).toEqual([
      seq,
      expected,
      seq,
      walked.records.at(-1)?.hash ?? null,
    ])
  })

  test('stores the MAC beside the hash, not under it, and stores none without a key', () => {
    const [plain, signed] = [sealed(2), sealed(2, (hash) => `mac-${hash.slice(0, 40)}`)]
    expect(signed.records.map(({ hash }) => hash)).toEqual(plain.records.map(({ hash }) => hash))
    expect([
      plain.lines[0]?.includes('mac'),
      signed.records[0]?.mac?.slice(0, 4),
      walk(nodeCrypto, signed.lines).problem,
    ]).toEqual([false, 'mac-', null])
  })

  test.each(AUDIT_KINDS.map((kind) => [kind]))('reads a record of kind %s again', (kind) => {
    const { line } = seal(
      nodeCrypto,
      {
        seq: 0,
        prev: GENESIS,
        at: epochMs(0),
        kind,
        subject: '',
        line: '',
        body: { text: 'x', integer: 1, yes: true, none: null, list: ['a', 'b'] },
      },
      () => null,
    )
    expect(walk(nodeCrypto, [line]).problem).toBeNull()
  })
})

describe('REL-39: exports', () => {
  const records: AuditRecord[] = []
  for (const [subject, body] of [
    ['program', {}],
    ['i1', { secret: 'mine' }],
    ['i2', { secret: 'other' }],
    ['b1', { instruction: 'i1' }],
  ] as const) {
    records.push(
      seal(
        nodeCrypto,
        {
          seq: records.length,
          prev: records.at(-1)?.hash ?? GENESIS,
          at: epochMs(5),
          kind: 'asked',
          subject,
          line: subject,
          body,
        },
        (hash) => `mac-${hash.slice(0, 40)}`,
      ).record,
    )
  }
  const parsed = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('writes a header and every record of the chain without its MAC', () => {
    const text = exportChain('practice', records)
    const [head, ...exported] = parsed(text)
    expect(head).toEqual({
      format: 'countersign-audit-1',
      kind: 'chain',
      environment: 'practice',
      subject: null,
      count: 4,
      head: records[3]?.hash,
    })
    expect(exported).toEqual(records.map(({ mac: _mac, ...record }) => record))
    expect([
      text.endsWith('\n'),
      text.includes('mac'),
      parsed(exportChain('practice', [])),
    ]).toEqual([
      true,
      false,
      [
        {
          format: 'countersign-audit-1',
          kind: 'chain',
          environment: 'practice',
          subject: null,
          count: 0,
          head: null,
        },
      ],
    ])
  })

  test('collects the records that name the instruction for its receipt, without their MAC', () => {
    const receipt = receiptFrom('i1', records)
    expect(receipt).toMatchObject({ ...MADE, instruction: 'i1', log: { count: 4 } })
    const { mac: _1, ...own } = records[1] ?? { mac: '' }
    const { mac: _2, ...naming } = records[3] ?? { mac: '' }
    expect(receipt?.records.map(({ record }) => record)).toEqual([own, naming])
    expect(receiptFrom('nobody', records)).toBeNull()
  })

  test('CONFIRM-46: every record of a log of any length is proved by its hashes alone', () => {
    for (let count = 1; count <= 70; count += 1) {
      const hashes = Array.from({ length: count }, (_, seq) => sha256(Uint8Array.of(seq)))
      const tree = new MerkleLog(sha256)
      const leaves = hashes.map((hash) => tree.add(hash, true))
      const root = tree.root()
      for (const [seq, leaf] of leaves.entries()) {
        const hash = hashes[seq] ?? ''
        const proof = leaf?.proof ?? []
        expect(rootOfProof(sha256, { hash, seq, count, proof })).toBe(root)
        // The same proof fits no other record, place or length.
        expect(rootOfProof(sha256, { hash: root, seq, count, proof })).not.toBe(root)
        expect(rootOfProof(sha256, { hash, seq: seq + 1, count, proof })).not.toBe(root)
        expect(rootOfProof(sha256, { hash, seq, count, proof: [...proof, root] })).toBeNull()
      }
    }
  })

  test('includes the program start of each record in a receipt, which names its environment', () => {
    const started = records.map(
      (record, seq): AuditRecord =>
        seq === 0 || seq === 2
          ? { ...record, kind: 'start', subject: 'program', body: { environment: 'practice' } }
          : record,
    )
    expect(seqsOf(receiptFrom('i1', started))).toEqual([0, 1, 2, 3])
    // A start after the last record does not matter.
    const later = started.map((record, seq) => (seq === 3 ? { ...record, body: {} } : record))
    expect(seqsOf(receiptFrom('i1', later))).toEqual([0, 1])
    expect(receiptFrom('nobody', started)).toBeNull()
  })
})
