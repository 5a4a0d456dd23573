import { app, dialog } from 'electron'
import { dialogLanguage } from '../../app/settings/dialog-language.js'
import { formatterOf } from '../../app/settings/system-language.js'
import { message } from '../../../shared/messages/make-message.js'

const TRY_AGAIN = 0

/**
 * Returns when a halt in effect is on disk, or the person quits without it: after the next start
 * trading would be active again.
 * @param save tries to store the halt; true when nothing would be lost
 */
export async function saveHaltBeforeQuit(save: () => Promise<boolean>): Promise<void> {
  while (!(await save())) {
    const write = formatterOf(dialogLanguage(app.getPath('userData'), app.getLocale()))
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Countersign',
      message: write(message('session.haltLostTitle')),
      detail: write(message('session.haltLostDetail')),
      buttons: [write(message('session.saveAgain')), write(message('session.quitWithoutHalt'))],
      defaultId: TRY_AGAIN,
      cancelId: TRY_AGAIN,
      noLink: true,
    })
    if (response !== TRY_AGAIN) return
  }
}
