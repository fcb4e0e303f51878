export const mapsPath = (lot_id: string): string => `/lots/${lot_id}/maps`
export const mapPath = (lot_id: string, map_id: string): string => `${mapsPath(lot_id)}/${map_id}`
