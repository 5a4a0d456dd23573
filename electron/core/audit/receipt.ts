import { canonicalJson } from './canonical-json.js'
import type { AuditRecord, Unhashed } from './audit-chain.js'

/** Marks the first line of an export: what it is and which version of the format. */
export const EXPORT_FORMAT = 'countersign-audit-1'

/**
 * A record that is not of the instruction, as far as the chain needs it: its place and its hash.
 * Nothing of what it says.
 */
const withheld = ({ seq, prev, hash }: AuditRecord): string =>
  canonicalJson({ hash, prev, seq, withheld: true })

/** A record as anybody can check it: its MAC proves something to this computer alone. */
const shown = ({ mac: _mac, ...record }: AuditRecord): Unhashed & { readonly hash: string } =>
  record

const head = (
  kind: 'chain' | 'receipt',
  environment: string,
  subject: string | null,
  records: readonly AuditRecord[],
): string =>
  canonicalJson({
    format: EXPORT_FORMAT,
    kind,
    environment,
    subject,
    count: records.length,
    head: records.at(-1)?.hash ?? null,
  })

/** The whole chain: a header line, then one canonical JSON record a line, oldest first. */
export const exportChain = (environment: string, records: readonly AuditRecord[]): string =>
  [
    head('chain', environment, null, records),
    ...records.map((record) => canonicalJson(shown(record))),
  ]
    .join('\n')
    .concat('\n')

/** True for records about an instruction, also those of a batch or a decision that names it. */
const concerns = (record: AuditRecord, instruction: string): boolean =>
  record.subject === instruction || record.body['instruction'] === instruction

/**
 * Every start of the program says of which environment its chain is, and how it found it: nothing
 * else in the chain does.
 */
const isStart = ({ kind }: AuditRecord): boolean => kind === 'start'

/**
 * The receipt of one instruction: its records whole, and every start of the program from the one
 * that they belong to; of the others
 * between that start and the end of the chain only place and hash. Whoever holds a later head of
 * the chain can prove that these records
 * are in it, unchanged and in this order, and of which environment it is.
 */
export function exportReceipt(
  environment: string,
  instruction: string,
  records: readonly AuditRecord[],
): string {
  const first = records.findIndex((record) => concerns(record, instruction))
  const start = records.slice(0, first + 1).findLastIndex(isStart)
  const rest = first < 0 ? [] : records.slice(start < 0 ? first : start)
  return [
    head('receipt', environment, instruction, records),
    ...rest.map((record) =>
      isStart(record) || concerns(record, instruction)
        ? canonicalJson(shown(record))
        : withheld(record),
    ),
  ]
    .join('\n')
    .concat('\n')
}
