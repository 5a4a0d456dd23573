import type { ResetLevel } from '../../../../domain/app/reset.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

const RESET: Readonly<Record<ResetLevel, string>> = {
  layout: 'Ajustes y espacios de trabajo',
  profiles: 'Ajustes, espacios de trabajo y perfiles',
  everything: 'Ajustes, espacios de trabajo, perfiles y práctica',
}

/** Why Countersign could not start, and what to do, in Spanish. */
export const start: CatalogueLike<EnglishCatalogue>['start'] = {
  title: 'Countersign no se puede iniciar.',
  report: ({ problem }, { message }) => `Countersign no se puede iniciar: ${message(problem)}`,
  noOrder:
    'No se colocó ni se cambió ninguna orden. Las órdenes que ya están en el bróker siguen activas allí.',
  dangerousSwitches: ({ switches }) =>
    `Se inició con ${switches}, lo que abriría el programa a otros. Inícielo sin esa opción.`,
  folderIgnored: ({ folder, used }) =>
    `La carpeta de datos ${folder} no se puede usar: no existe y no se puede crear. Sin ella se habrían abierto los datos de ${used}. Corrija la carpeta indicada con --user-data-dir.`,
  folderIsFile: ({ folder }) =>
    `La carpeta de datos ${folder} no es una carpeta, sino un archivo. Mueva el archivo o elija otra carpeta con --user-data-dir.`,
  folderDenied: ({ folder }) =>
    `Countersign no puede escribir en su carpeta de datos ${folder}. Concédase permiso de escritura o elija otra carpeta con --user-data-dir.`,
  folderReadOnly: ({ folder }) =>
    `La carpeta de datos ${folder} está en un disco de solo lectura. Permita la escritura en el disco o elija otra carpeta con --user-data-dir.`,
  folderFull: ({ folder }) =>
    `El disco de la carpeta de datos ${folder} está lleno. Libere espacio en él y vuelva a iniciar.`,
  folderFailed: ({ folder, reason }) =>
    `No se puede escribir en la carpeta de datos ${folder} (${reason}). Compruebe el disco y vuelva a iniciar.`,
  usedElsewhere: ({ folder, computer }) =>
    `Countersign está usando la carpeta de datos ${folder} en el equipo ${computer}. Ciérrelo allí primero. Si ese equipo ya no lo ejecuta, elimine el archivo SingletonLock de la carpeta.`,
  fileUnreadable: ({ file, reason }) =>
    `No se puede leer el archivo ${file} (${reason}). Corrija los permisos del archivo o su disco, o muévalo y vuelva a iniciar.`,
  fileStuck: ({ file, reason }) =>
    `El archivo ${file} está dañado y no se pudo mover (${reason}). Muévalo y vuelva a iniciar.`,
  newerVersion: ({ file, program }) =>
    `El archivo ${file} fue escrito por una versión más reciente de Countersign${program === null ? '' : ` (${program})`}. No se cambió nada. Inicie esa versión o elija otra carpeta con --user-data-dir.`,
  incomplete: ({ file }) =>
    `Falta un archivo del programa: ${file}. Instale Countersign de nuevo; sus datos no se ven afectados.`,
  practice: ({ reason }) => `El mercado de práctica no se puede iniciar: ${reason}`,
  failed: ({ reason }) =>
    `Se produjo un error inesperado: ${reason}. Vuelva a iniciar; si se repite, el registro de la carpeta de datos tiene los detalles.`,
  version: ({ version, electron, chromium, node }) =>
    `Countersign ${version} (Electron ${electron}, Chromium ${chromium}, Node ${node})`,
  usage: `Countersign, un cliente de negociación de escritorio.

countersign                          abre la ventana
countersign --safe-mode              la abre con pocos paneles y sin el diseño guardado
countersign --reset=NIVEL             aparta datos en una carpeta que la ventana nombra, y la abre:
                                      layout (ajustes y espacios de trabajo), profiles (también
                                      perfiles, claves, registros, límites), everything (también
                                      la práctica y el registro del programa)
countersign --user-data-dir=CARPETA  usa otra carpeta de datos
countersign --version                imprime la versión
countersign --help                   imprime este texto`,
  resetRunning:
    'Countersign se está ejecutando. No se restableció nada: ciérrelo antes, o restablezca desde su menú Ayuda.',
  resetDone: ({ level, folder }) =>
    `${RESET[level]}: se restableció. Lo que había está completo en ${folder}: para volver atrás, cierre Countersign y devuelva el contenido de esa carpeta a su sitio. Las órdenes y posiciones en un bróker no cambian.`,
  resetFailed: ({ file, reason }) =>
    `No se restableció nada, porque ${file} no se pudo mover (${reason}). Lo que se había movido se devolvió a su sitio. Cierre lo que usa el archivo y restablezca de nuevo.`,
  alreadyRunning:
    'Countersign ya se está ejecutando con este perfil; su ventana se trajo al frente.',
}
