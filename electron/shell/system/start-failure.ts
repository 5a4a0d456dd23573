import { app, dialog } from 'electron'
import { dialogLanguage } from '../../app/settings/dialog-language.js'
import { formatterOf, loadLanguages } from '../../app/settings/system-language.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

const FAILED_EXIT_CODE = 1

/** What a failed start says and does besides its reason. */
export interface FailedStart {
  /** What happened to orders. */
  readonly orders?: Message
  /** Ends what was started already. */
  readonly beforeExit?: () => Promise<void>
}

/**
 * Reports on standard error (in English) and in a dialog (in the person's language) why the program
 * cannot start, then ends it with an exit code that is not 0.
 */
export async function endFailedStart(
  problem: Message,
  { orders = message('start.noOrder'), beforeExit }: FailedStart = {},
): Promise<void> {
  const report = [message('start.report', { problem }), orders].map(inEnglish).join(' ')
  process.stderr.write(`${report.replaceAll('\n', ' ')}\n`)
  // Without its texts the dialog is in English; the failure that it reports matters more.
  const loaded = loadLanguages().catch(() => undefined)
  await Promise.all([app.whenReady(), loaded])
  const write = formatterOf(dialogLanguage(app.getPath('userData'), app.getLocale()))
  await dialog
    .showMessageBox({
      type: 'error',
      title: 'Countersign',
      message: write(message('start.title')),
      detail: `${write(problem)}\n\n${write(orders)}`,
      buttons: [write(message('system.quit'))],
      noLink: true,
    })
    // It stands on standard error already, and the program ends all the same.
    .catch(() => undefined)
  await beforeExit?.().catch(() => undefined)
  app.exit(FAILED_EXIT_CODE)
}
