import { canonicalJson } from './canonical.js'
import type { AuditRecord, Unhashed } from './chain.js'

/** Marks the first line of an export: what it is and which version of the format. */
export const EXPORT_FORMAT = 'countersign-audit-1'

/**
 * A record that is not of the instruction, as far as the chain needs it: its place and its hash. Nothing of what it says.
 */
const withheld = ({ seq, prev, hash }: AuditRecord): string => canonicalJson({ hash, prev, seq, withheld: true })

/** A record as anybody can check it: its MAC proves something to this computer alone. */
const shown = ({ mac: _mac, ...record }: AuditRecord): Unhashed & { readonly hash: string } => record

const head = (kind: 'chain' | 'receipt', environment: string, subject: string | null, records: readonly AuditRecord[]): string =>
  canonicalJson({ format: EXPORT_FORMAT, kind, environment, subject, count: records.length, head: records.at(-1)?.hash ?? null })

/** The whole chain: a header line, then one canonical JSON record a line, oldest first. */
export const exportChain = (environment: string, records: readonly AuditRecord[]): string =>
  [head('chain', environment, null, records), ...records.map((record) => canonicalJson(shown(record)))].join('\n').concat('\n')

/** True for records about an instruction, also those of a batch or a decision that names it. */
const concerns = (record: AuditRecord, instruction: string): boolean => record.subject === instruction || record.body['instruction'] === instruction

/**
 * The receipt of one instruction: its records whole; of the others between the first of them and the end of the chain only place and
 * hash. Whoever holds a later head of the chain can prove that these records are in it, unchanged and in this order.
 */
export function exportReceipt(environment: string, instruction: string, records: readonly AuditRecord[]): string {
  const first = records.findIndex((record) => concerns(record, instruction))
  const rest = first < 0 ? [] : records.slice(first)
  return [head('receipt', environment, instruction, records), ...rest.map((record) => (concerns(record, instruction) ? canonicalJson(shown(record)) : withheld(record)))].join('\n').concat('\n')
}
