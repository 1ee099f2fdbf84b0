/** "2021 Mazda CX-5" */
export const carName = (car: { car_year: number; car_model: string }): string =>
  `${car.car_year} ${car.car_model}`;
