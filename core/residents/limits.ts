/** Data sources that a lot may have, without archived ones. */
export const dataSourcesPerLot = 20

/** Minutes between two syncs of a data source that staff start. */
export const syncFloorMinutes = 10

/** What an uploaded file may contain. */
export const residentFileLimits = { bytes: 20_000_000, rows: 50_000, columns: 100 } as const
