export const residentsPath = (lot_id: string): string => `/lots/${lot_id}/residents`
export const sourcePath = (lot_id: string, data_source_id: string): string =>
  `${residentsPath(lot_id)}/sources/${data_source_id}`
export const newSourcePath = (lot_id: string, kind: 'CONNECTION' | 'FILE'): string =>
  `${residentsPath(lot_id)}/sources/new${kind === 'FILE' ? '?kind=file' : ''}`
export const importPath = (lot_id: string, import_id: string): string =>
  `${residentsPath(lot_id)}/imports/${import_id}`
