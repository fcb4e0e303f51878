import { driveClock } from './driven-clock.ts'

// Before anything of the product is loaded.
driveClock()
