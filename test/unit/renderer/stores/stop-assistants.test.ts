import { expect, it } from 'vitest'
import { englishText } from '../../../../renderer/language/window-text.js'
import { stopAssistants } from '../../../../renderer/stores/stop-assistants.js'
import { createMainWindow, type MainWindow } from '../../../../renderer/stores/main-window.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import { err } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'

it('shows a failed halt of assistants as bad news without a log reference', async () => {
  const error = {
    ...appError('storage/failed', message('draft.symbol-missing')),
    order: 'may-exist' as const,
    ref: 'r-7f3a',
  }
  const mainWindow = createMainWindow({
    invoke: (() => Promise.resolve(err(error))) as MainWindow['invoke'],
    openStream: () => () => undefined,
    now: () => 0,
    after: () => () => undefined,
  })
  await stopAssistants(mainWindow)
  const [toast] = mainWindow.toasts.getState().toasts
  expect(toast).toMatchObject({ tone: 'bad', ref: null })
  expect(toast?.title(englishText)).not.toBe('')
  expect(toast?.detail?.(englishText)).toContain('Choose a symbol.')
})
