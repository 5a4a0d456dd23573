import { z } from 'zod'
import { zHalt, type Halt } from '../../../shared/ipc/halt.js'
import type { DocumentPort, LogPort } from '../ports.js'

const zFile = z.strictObject({ v: z.literal(1), halt: zHalt.nullable() })

/** What the file of the halt says; `damaged` means that nobody can tell, which halts as well. */
export async function readHalt(file: DocumentPort, log: LogPort): Promise<Halt | null | 'damaged'> {
  const text = await file.read()
  if (text.ok && text.value === null) return null
  try {
    if (text.ok && text.value !== null) return zFile.parse(JSON.parse(text.value)).halt
  } catch {
    await file.setAside()
  }
  log.event('error', 'halt.damaged')
  return 'damaged'
}

export const writeHalt = (halt: Halt | null): string =>
  JSON.stringify({ v: 1, halt } satisfies z.input<typeof zFile>)
