/** Data sources that a lot may have, without archived ones. */
export const dataSourcesPerLot = 20

/** Minutes between two syncs of a data source that staff start. */
export const syncFloorMinutes = 10

/** Days after which a preview that nobody applied expires. Until then, scheduled syncs of its data source wait. */
export const previewDays = 3
