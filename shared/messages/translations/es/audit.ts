import type { ReceiptProblem } from '../../../receipt/receipt.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { insideQuotes } from '../../../domain/text-safety.js'

const SPANISH_PROBLEMS: Readonly<Record<ReceiptProblem, string>> = {
  unreadable:
    'No es un comprobante de Countersign, o es de una versión que este programa no conoce.',
  'not-canonical': 'Se modificó: no está escrito como lo escribe Countersign.',
  members: 'Se modificó: faltan partes o sobran.',
  signature: 'Su firma no concuerda: se modificó, o lo firmó otra clave que la que nombra.',
  record: 'Un registro no se puede leer.',
  'record-hash': 'Un registro se modificó después de escribirse.',
  order: 'Sus registros no están en orden.',
  'not-in-log': 'Un registro no está en el registro de auditoría que nombra.',
  'other-subject': 'Un registro es de otra instrucción.',
  environment: 'Sus registros son de otro entorno que el que indica.',
  'no-start': 'No empieza con el inicio del programa.',
  'damaged-log': 'El registro de auditoría se encontró dañado entre sus registros.',
  'not-requested': 'Falta el registro de la solicitud.',
  'not-decided': 'Falta el registro de la decisión.',
  'no-outcome': 'Falta el registro del resultado.',
}

/** What a check of the audit chain found, and why trading is halted because of it, in Spanish. */
export const audit: CatalogueLike<EnglishCatalogue>['audit'] = {
  chainUnreadable: ({ reason }, { message }) => `No se puede leer la cadena: ${message(reason)}`,
  recordDamaged: ({ file }) => `Un registro está dañado. El archivo dañado es ${file}.`,
  recordUnreadable: 'No se puede leer este registro',
  recordMisplaced: 'Otro registro ocupa su lugar',
  recordNotFollowing: 'Este registro no es la continuación del anterior',
  recordChanged: 'Este registro se modificó después de escribirse',
  recordForeign: 'Este registro no lo escribió Countersign',
  recordsMissing: ({ missing, count }, { plural }) =>
    `${plural(missing, { one: 'Falta # registro', other: 'Faltan # registros' })}: en el último punto de control había ${count}`,
  recordsUnproved: ({ count }, { plural }) =>
    plural(count, {
      one: 'El primer registro ya estaba en la cadena cuando faltaba su punto de control: nada lo demuestra',
      other:
        'Los primeros # registros ya estaban en la cadena cuando faltaba su punto de control: nada los demuestra',
    }),
  partMissing: ({ first, last }) =>
    `Falta la parte archivada con los registros del ${first} al ${last}`,
  partChanged: ({ first, last }) =>
    `La parte archivada con los registros del ${first} al ${last} se modificó o no se puede leer`,
  recordsArchived: ({ count }, { plural }) =>
    plural(count, {
      one: 'El primer registro pasó al archivo',
      other: 'Los primeros # registros pasaron al archivo',
    }),
  archiveUnread: 'Los registros archivados aún se están comprobando',
  chainRewritten: 'La cadena se reescribió: no es la del último punto de control',
  noCheckpoint:
    'No hay punto de control: nada demuestra que no se haya cortado ningún registro ni reescrito la cadena',
  headReplaced: ({ head, saved }, { plural }) =>
    `El final registrado junto a la cadena se sustituyó por uno anterior: indica ${plural(head, { one: '# registro', other: '# registros' })}, y el almacén de claves, ${saved}`,
  headMissing:
    'Falta el final registrado junto a la cadena: nada demuestra que estén los últimos registros',
  headReadFailed: 'No se puede leer el final registrado junto a la cadena',
  savedMissing:
    'Falta el punto de control del almacén de claves: nada demuestra que el final registrado junto a la cadena sea el último',
  savedReadFailed: 'No se puede leer el punto de control del almacén de claves',
  checkpointUnreadable: ({ place }) =>
    place === 'file'
      ? 'No se puede leer el punto de control junto a la cadena'
      : 'No se puede leer el punto de control del almacén de claves',
  checkpointForeign: ({ place }) =>
    place === 'file'
      ? 'El punto de control junto a la cadena no se escribió con la clave de este equipo'
      : 'El punto de control del almacén de claves no se escribió con la clave de este equipo',
  keyMissing: 'Falta la clave de los puntos de control',
  keyReplaced: ({ place }) =>
    place === 'file'
      ? 'Falta la clave del punto de control junto a la cadena'
      : 'Falta la clave del punto de control del almacén de claves',
  damageAtRecord: ({ seq, problem }, { message }) => `registro ${seq}: ${message(problem)}`,
  damageUnknown: 'no se sabe dónde',
  haltedByDamage: ({ damage }, { message }) =>
    `La cadena de auditoría está dañada, ${message(damage)}`,
  noKey: 'falta la clave de los puntos de control',
  chainFailed: 'la cadena de auditoría falló',
  headFailed: 'falló el final registrado junto a la cadena',
  haltedNotWritten: ({ reason }, { message }) =>
    `No se puede escribir en la cadena de auditoría: ${message(reason)}`,
  receiptIncomplete: 'Aún no hay comprobante: esta instrucción no tiene decisión o resultado.',
  receiptProblem: ({ problem }) => SPANISH_PROBLEMS[problem],
  watchlistDecided: ({ isUndone, assistant, change, list }) =>
    `${isUndone ? 'La persona deshizo' : 'La persona conservó'}: ${assistant} ${change} en la lista «${insideQuotes(list)}»`,
}
