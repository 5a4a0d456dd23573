import type { InstructionId } from '../../../../shared/domain/ids.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { useText } from '../../../language/window-text.js'
import { useRequest } from '../../../ui/use-request.js'

/** Saves the receipt of one instruction: its records and the proof of their place in the log. */
export function useReceipt() {
  const text = useText()
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const save = (instruction: InstructionId): void =>
    void request('audit.save-receipt', { instruction }).then((done) => {
      if (done?.saved === true) {
        toast(toasts, 'good', text.instructions.history.saved, text.instructions.history.savedHint)
      }
    })
  return { save, busy } as const
}
