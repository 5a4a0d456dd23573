import type {
  ConsoleAccountForm,
  ConsoleFields,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { W_FORM_CODES } from '../../../shared/wire/broker-enums.js'
import { ONBOARDING_OPERATIONS } from '../../../shared/wire/families/broker/broker-onboarding.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import { accountFormFields, buildValue } from './request-fields.js'

/** The data of one form of a request: its place, and the path of a field within it. */
const DATA = /^(forms\.\d+)\.json_data\.(.+)$/

export type FilledForms =
  | { readonly ok: true; readonly fields: ConsoleFields }
  | { readonly ok: false; readonly problems: readonly ConsoleProblem[] }

/**
 * The broker's account forms, as Get Form Content describes them: what is entered in their fields
 * becomes the data of the request.
 */
export class AccountForms {
  readonly #caller: Caller
  readonly #known = new Map<string, ConsoleAccountForm>()

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Reads the fields of a form; null for a code that does not exist. */
  async read(code: string): Promise<Result<ConsoleAccountForm, CallFailure> | null> {
    const known = W_FORM_CODES.find((form) => form === code)
    if (known === undefined) return null
    const answer = await this.#caller.call(ONBOARDING_OPERATIONS.getForm, { form_code: known })
    if (!answer.ok) return answer
    const { content, version, name, required_agreements } = answer.value
    const fields = [...accountFormFields(content, required_agreements)]
    const form = { code, name, version, fields }
    this.#known.set(code, form)
    return ok(form)
  }

  /** Puts the data of the forms together; other fields stay as they were entered. */
  withData(entered: ConsoleFields): FilledForms {
    const fields: Record<string, string> = {}
    const data = new Map<string, Record<string, string>>()
    for (const [path, text] of Object.entries(entered)) {
      const [, place, member] = DATA.exec(path) ?? []
      if (place === undefined || member === undefined) fields[path] = text
      else data.set(place, { ...data.get(place), [member]: text })
    }
    const problems: ConsoleProblem[] = []
    for (const [place, given] of data) {
      const form = this.#known.get(entered[`${place}.form_info.form_code`] ?? '')
      if (form === undefined) continue
      const built = buildValue(form.fields, given, () => '')
      problems.push(
        ...built.problems.map((found) => ({ ...found, path: `${place}.json_data.${found.path}` })),
      )
      fields[`${place}.json_data`] = JSON.stringify(built.root)
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, fields }
  }
}
