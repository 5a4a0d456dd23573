import type { z } from 'zod'
import type { ReferenceDataName } from '../../domain/reference/reference-data.js'
import type { Operation } from '../operation.js'

/**
 * A reference data tool of assistants: its published parameters, and the operation that answers it.
 */
export interface ReferenceDataTool {
  readonly title: string
  readonly description: string
  /** The scope of the hosted server: `market:read` or `instrument:read`. */
  readonly scope: 'market:read' | 'instrument:read'
  readonly operation: Operation
  /** The tool's parameters by name (MCP-2), with their defaults. */
  readonly input: z.ZodRawShape
  /** The wire names of parameters, where they differ. */
  readonly wire?: Readonly<Record<string, string>>
  /** The most rows of every list in the answer. */
  readonly maxRows: number
}

/** A tool as it is declared; the rest has default values. */
export type ReferenceDataRow = readonly [
  title: string,
  description: string,
  operation: Operation,
  input: z.ZodRawShape,
  more?: Partial<Pick<ReferenceDataTool, 'wire' | 'maxRows' | 'scope'>>,
]

/** The rows of one topic. */
export type ReferenceDataRows = Readonly<Partial<Record<ReferenceDataName, ReferenceDataRow>>>
