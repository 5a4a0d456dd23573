import type { ClientDisk } from '../client/client-disk.js'

interface AuditLine {
  readonly kind: string
  readonly subject: string
  readonly body: {
    readonly decision?: string
    readonly by?: string
    readonly shown?: string | null
  }
}

/** An approval in the durable audit log. */
export interface RecordedApproval {
  readonly by: 'person' | 'rule'
  /** The digest of the card on the screen; null for a rule. */
  readonly shown: string | null
}

/** The approvals that the client's audit log holds, read as they are written. */
export class AuditIndex {
  readonly #approvals = new Map<string, RecordedApproval>()
  readonly #disk: ClientDisk
  #read = 0

  constructor(disk: ClientDisk) {
    this.#disk = disk
  }

  /** Returns the recorded approval of an instruction; undefined when there is none on disk. */
  approval(instruction: string): RecordedApproval | undefined {
    const lines = this.#disk.lines('audit')
    for (; this.#read < lines.length; this.#read += 1) {
      const { kind, subject, body } = JSON.parse(lines[this.#read] ?? '{}') as AuditLine
      if (kind !== 'decided' || body.decision !== 'approve') continue
      const by = body.by === 'rule' ? 'rule' : 'person'
      this.#approvals.set(subject, { by, shown: body.shown ?? null })
    }
    return this.#approvals.get(instruction)
  }
}
