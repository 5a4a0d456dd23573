import { err, ok } from '../../../../../shared/domain/result.js'
import { isoTime } from '../../../../../shared/wire/fields.js'
import { tradingCalendar } from '../../../broker/calendar.js'
import {
  AGREEMENT_VERSION,
  FORMS_VALID_FROM,
  FORM_VERSION,
  agreementText,
  allAgreements,
  allForms,
  formContent,
  formRecord,
  requiredAgreements,
} from '../../../broker/forms.js'
import { enumRows } from '../../../broker/master-data.js'
import { wrong } from '../../../broker/read-forms.js'
import type { DocumentRecord } from '../../../broker/state.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'

type OnboardingId =
  | 'broker.enums.list'
  | 'broker.calendar.list'
  | 'broker.forms.list'
  | 'broker.forms.get'
  | 'broker.forms.versions'
  | 'broker.agreements.list'
  | 'broker.agreements.get'
  | 'broker.documents.upload'
  | 'broker.documents.download'

const documentRow = (record: DocumentRecord) => ({
  document_id: record.id,
  document_type: record.type,
  file_name: record.fileName,
  content_type: record.contentType,
  size: record.size,
  create_time: isoTime(record.createdAt),
})

export const brokerOnboardingHandlers: Pick<Handlers, OnboardingId> = {
  'broker.enums.list': (request) => ok(json(enumRows(request.data_type))),
  'broker.calendar.list': (request, { services }) => {
    const rows = tradingCalendar(request.start_date, request.end_date, services.now())
    return rows.ok ? ok(json(rows.value)) : rows
  },
  'broker.forms.list': () => ok(json(allForms())),
  'broker.forms.get': (request) => {
    if ((request.version ?? FORM_VERSION) !== FORM_VERSION) {
      return err(wrong('version is not known.'))
    }
    const { form_code: code } = request
    return ok(
      json({
        ...formRecord(code),
        content: formContent(code),
        required_agreements: requiredAgreements(code, false),
      }),
    )
  },
  'broker.forms.versions': (request) =>
    ok(json([{ ...formRecord(request.form_code), effective_date: FORMS_VALID_FROM }])),
  'broker.agreements.list': (request) => ok(json(allAgreements(request.form_code))),
  'broker.agreements.get': (request) => {
    const found =
      (request.version ?? AGREEMENT_VERSION) === AGREEMENT_VERSION
        ? agreementText(request.agreement_code)
        : null
    return found === null ? err(wrong('agreement_code or version is not known.')) : ok(json(found))
  },
  'broker.documents.upload': async (request, { services }) => {
    const stored = await services.broker.documents.upload(request)
    if (!stored.ok) return stored
    await services.persist()
    return ok(json(documentRow(stored.value)))
  },
  'broker.documents.download': async (request, { services }) => {
    const found = await services.broker.documents.download(request.document_id)
    return found.ok
      ? ok(json({ ...documentRow(found.value.record), content: found.value.content }))
      : found
  },
}
