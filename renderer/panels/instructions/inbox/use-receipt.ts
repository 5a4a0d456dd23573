import type { InstructionId } from '../../../../shared/domain/ids.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { useRequest } from '../../../ui/use-request.js'
import { inPanelText } from '../../../language/panel-text.js'

/** Saves the receipt of one instruction: its records and the proof of their place in the log. */
export function useReceipt() {
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const save = (instruction: InstructionId): void =>
    void request('audit.save-receipt', { instruction }).then((done) => {
      if (done?.saved === true) {
        toast(
          toasts,
          'good',
          inPanelText(({ instructions }) => instructions.history.saved),
          {
            detail: inPanelText(({ instructions }) => instructions.history.savedHint),
          },
        )
      }
    })
  return { save, busy } as const
}
