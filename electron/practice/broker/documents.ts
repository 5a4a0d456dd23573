import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { ONBOARDING_OPERATIONS } from '../../../shared/wire/families/broker/broker-onboarding.js'
import type { ParsedRequestOf } from '../../../shared/wire/operation.js'
import type { Refusal } from '../exchange/api/refusals.js'
import { writeAtomically } from '../data/state-file.js'
import type { BrokerContext } from './broker-context.js'
import { wrong } from './read-forms.js'
import type { DocumentRecord } from './state.js'

const { documentBytes, documents: MAX_DOCUMENTS } = ASSUMPTIONS.broker

/** File signature of each content type. */
const MAGIC: Readonly<Record<DocumentRecord['contentType'], string>> = {
  'application/pdf': '25504446',
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
}

/**
 * Stores the contents of uploaded documents: one file each beside the state, named by the
 * document's id.
 */
export class DocumentStore {
  readonly #context: BrokerContext
  readonly #folder: string

  constructor(context: BrokerContext, folder: string) {
    this.#context = context
    this.#folder = folder
  }

  /** Stores a document. 417 when it is too large, or does not match its declared content type. */
  async upload(
    request: ParsedRequestOf<typeof ONBOARDING_OPERATIONS.uploadDocument>,
  ): Promise<Result<DocumentRecord, Refusal>> {
    const bytes = Buffer.from(request.content, 'base64')
    if (bytes.length > documentBytes) {
      return err(wrong(`content: at most ${documentBytes} bytes are taken.`))
    }
    if (!bytes.toString('hex', 0, 4).startsWith(MAGIC[request.content_type])) {
      return err(wrong(`content: not a file of type ${request.content_type}.`))
    }
    if (this.#context.state.documents.length >= MAX_DOCUMENTS) {
      return err(wrong(`At most ${MAX_DOCUMENTS} documents are kept.`))
    }
    const record: DocumentRecord = {
      id: this.#context.id('document'),
      type: request.document_type,
      fileName: request.file_name,
      contentType: request.content_type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: this.#context.now(),
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeAtomically(this.#path(record), bytes.toString('base64'))
    this.#context.state.documents.push(record)
    return ok(record)
  }

  /**
   * Returns the record and its content as base64. 417 for an unknown id, and for a file that was
   * lost or changed externally.
   */
  async download(
    id: string,
  ): Promise<Result<{ readonly record: DocumentRecord; readonly content: string }, Refusal>> {
    const record = this.#context.state.documents.find((document) => document.id === id)
    if (record === undefined) return err(wrong('document_id is not known.'))
    const content = await readFile(this.#path(record), 'utf8').catch(() => '')
    const intact =
      createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex') === record.sha256
    return intact
      ? ok({ record, content })
      : err(wrong('document_id: the content is no longer there.'))
  }

  #path(record: DocumentRecord): string {
    return join(this.#folder, `${record.id}.base64`)
  }
}
