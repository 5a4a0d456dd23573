import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import type { AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { canonical } from '../../../../shared/receipt/check-receipt.mjs'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { fakeDocument } from '../../../fakes/document.js'
import { chain, INSTRUCTION_ID, openChain, receiptOf, rehash } from './receipt-fixture.js'

const SCRIPT = path.resolve(
  import.meta.dirname,
  '../../../../electron/adapters/receipt/verify-receipt.mjs',
)
let folder = ''
let fileCount = 0
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-receipt-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string): string {
  const name = path.join(folder, `${(fileCount += 1)}.jsonl`)
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
    const forger = file(nodeCrypto.ed25519.publicKeyOf(nodeCrypto.ed25519.create()))
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
