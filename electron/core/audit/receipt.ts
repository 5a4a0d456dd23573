import { canonicalJson } from '../../../shared/domain/canonical-json.js'
import type { AuditRecord, Unhashed } from './audit-chain.js'

/** The format and version in the first line of an export. */
export const EXPORT_FORMAT = 'countersign-audit-1'

/**
 * Reduces a record of another instruction to its position and hash, which is all the chain needs.
 */
const withheld = ({ seq, prev, hash }: AuditRecord): string =>
  canonicalJson({ hash, prev, seq, withheld: true })

/**
 * Removes the MAC, which only this computer can verify. Everything else in the record can be
 * checked by anyone.
 */
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

/**
 * Exports the whole chain: a header line, then one canonical JSON record per line, oldest first.
 */
export const exportChain = (environment: string, records: readonly AuditRecord[]): string =>
  [
    head('chain', environment, null, records),
    ...records.map((record) => canonicalJson(shown(record))),
  ]
    .join('\n')
    .concat('\n')

/** True for records about an instruction, including records of a batch or decision that name it. */
const concerns = (record: AuditRecord, instruction: string): boolean =>
  record.subject === instruction || record.body['instruction'] === instruction

/**
 * True for start records. Only they state the environment of the chain and the state in which it
 * was found.
 */
const isStart = ({ kind }: AuditRecord): boolean => kind === 'start'

/**
 * Exports the receipt of one instruction: its records in full, and every start record from the one
 * that precedes them. Other records between that start and the end of the chain are reduced to
 * position and hash. With a later chain head, the receipt proves that these records are in the
 * chain, unchanged and in this order, and which environment it belongs to.
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
