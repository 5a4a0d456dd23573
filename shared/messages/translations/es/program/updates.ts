import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

export const updates: CatalogueLike<EnglishCatalogue>['updates'] = {
  noSource:
    'Esta compilación de Countersign no tiene fuente de actualizaciones. Las versiones nuevas se instalan a mano.',
  sourceTree:
    'Countersign se inició desde sus archivos fuente. No se actualiza por sí mismo; actualice los archivos fuente.',
  testRuntime: 'Este paquete usa el entorno de pruebas. Nunca se actualiza.',
  unknownFormat:
    'Este paquete no indica en qué formato se instaló, así que no se puede actualizar. Instale Countersign de nuevo.',
  bySystem: ({ format }) =>
    `Este es el paquete ${format}. Aquí se anuncian las versiones nuevas; instálelas con las herramientas de su sistema.`,
  byInstaller:
    'En este sistema las versiones nuevas se anuncian aquí y se instalan con el instalador de la página de descarga.',
  current: ({ version }) => `La versión ${version} es la más reciente.`,
  newer: ({ version }) => `La versión ${version} está disponible.`,
  notRolledOut: ({ version }) =>
    `La versión ${version} se publica por pasos. Este equipo no está en el paso actual.`,
  failedBefore: ({ version }) =>
    `La versión ${version} no se inició en este equipo y no se ofrece de nuevo. La siguiente sí.`,
  tooOld: ({ version }) =>
    `La versión ${version} no puede sustituir a esta por sí misma. Instálela desde la página de descarga.`,
  noPackage: ({ version }) =>
    `La versión ${version} no tiene paquete de este formato para este equipo.`,
  refused: ({ problem }, { message }) =>
    `No se creyó a la fuente de actualizaciones: ${message(problem)} No se descargó ni se cambió nada.`,
  otherChannel: 'su lista es de otro canal de versiones.',
  replayed: 'su lista es más antigua que una ya vista.',
  expired:
    'su lista ha caducado. Compruebe la fecha de este equipo; si es correcta, espere a la próxima versión.',
  notAManifest: 'su lista no se puede leer.',
  wrongSignature:
    'su lista no está firmada por Countersign. Alguien puede estar alterando la conexión.',
  keysNotAccepted: 'su lista anuncia otras claves de firma y no está firmada con las dos actuales.',
  checkFailed: ({ problem }, { message }) =>
    `No se pudo consultar la fuente de actualizaciones: ${message(problem)}`,
  downloadFailed: ({ problem }, { message }) =>
    `La actualización no se instaló: ${message(problem)} Esta versión sigue sin cambios.`,
  network: ({ detail }) =>
    `no hay conexión con la fuente de actualizaciones (${detail}). Compruebe la red e inténtelo de nuevo.`,
  certificate:
    'el certificado de la fuente de actualizaciones no es válido. Compruebe la fecha de este equipo y si un proxy inspecciona la conexión.',
  tooSlow: 'la fuente de actualizaciones respondió demasiado despacio. Inténtelo más tarde.',
  cut: 'la conexión se cortó. Inténtelo de nuevo.',
  otherSize: 'la respuesta tiene otro tamaño que el publicado.',
  redirect: 'la fuente de actualizaciones remite a otra dirección, que no se sigue.',
  status: ({ status }) =>
    `la fuente de actualizaciones respondió con el estado ${status}. Inténtelo más tarde.`,
  wrongHash: 'el archivo no es el publicado. Se ha borrado.',
  canceled: 'la descarga se canceló.',
  diskFull: ({ folder }) =>
    `el disco de ${folder} está lleno. Libere espacio e inténtelo de nuevo.`,
  diskDenied: ({ folder }) =>
    `Countersign no puede escribir en ${folder}. Mueva el programa a una carpeta propia o instale la actualización a mano.`,
  diskFailed: ({ folder, reason }) =>
    `no se puede escribir en la carpeta ${folder} (${reason}). Compruebe el disco e inténtelo de nuevo.`,
  notAProgram: 'el paquete no contiene el programa.',
  notReplaced: ({ version, reason }) =>
    `No se pudo instalar la versión ${version} (${reason}). Esta versión se inició de nuevo, sin cambios.`,
  waitsForOrder:
    'Hay una orden en camino o sin resultado conocido. El reinicio espera al resultado.',
  waitsForInstruction:
    'Una instrucción de un asistente espera su decisión. Apruébela o recházela primero.',
  waitsForArmed:
    'La negociación está permitida en una cuenta real. Deje de permitirla, o cierre Countersign, y reinicie entonces.',
  waits: ({ reasons }, { message }) =>
    `El reinicio espera. ${reasons.map((reason) => message(reason)).join(' ')}`,
  stayed:
    'Countersign sigue en marcha. La actualización está lista y se instala con el próximo reinicio desde aquí.',
  restored: ({ version, failed }) =>
    `La versión ${failed} no se inició. Se restauró la versión ${version}.`,
  failingTitle: ({ version }) => `Countersign ${version} no llegó a estar listo dos veces.`,
  failingDetail: ({ previous }) =>
    `Lo instaló una actualización. La versión ${previous}, usada antes, sigue en este equipo y se puede restaurar. Sus datos se conservan. No se colocó ni cambió ninguna orden; las que ya están en el bróker siguen activas allí.`,
  failingBack: ({ previous }) => `Restaurar ${previous}`,
  failingRetry: 'Intentar de nuevo',
  failingQuit: 'Salir',
}
