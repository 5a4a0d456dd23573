import type { Message } from '../../../shared/messages/message.js'

/** The files that a dialog offers: their name for the person, and the extensions without a dot. */
export interface FileKind {
  readonly name: Message
  readonly extensions: readonly string[]
}

/** The system's dialogs that request a file from the person. Null: the person canceled. */
export interface FileDialogPort {
  /** Requests where to save a file; returns its absolute path. */
  savePath(options: {
    readonly title: Message
    readonly defaultName: string
    readonly kind: FileKind
  }): Promise<string | null>
  /** Requests an existing file; returns its absolute path. */
  openPath(options: { readonly title: Message; readonly kind: FileKind }): Promise<string | null>
}
