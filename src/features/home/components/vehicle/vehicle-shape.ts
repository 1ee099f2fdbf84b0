import type { VehicleType } from '@domain/catalogue.ts';
import { sedan } from './sedan-shape.ts';
import { suv } from './suv-shape.ts';

/** A vehicle seen from its right side, with the ground at 400. All strings are SVG paths. */
export type VehicleShape = {
  body: string;
  glass: string;
  /** Posts between the windows. */
  pillars: string;
  /** What the wheels and the sill are seen against. */
  underbody: string;
  /** Plastic along the lower edge; none on a sedan. */
  cladding: string;
  roofRails: string;
  /** The studio light mirrored along the shoulder, on the hood and in the windows. */
  shoulderLight: string;
  hoodLight: string;
  glassLight: string;
  roofEdge: string;
  crease: string;
  sillLine: string;
  panelGaps: string;
  handles: string;
  headlight: string;
  taillight: string;
  intake: string;
  mirror: string;
  /** Where drops of water stand. */
  wetPaint: string;
  wheels: readonly { x: number; y: number; radius: number }[];
};

export const vehicleShapes: Record<VehicleType, VehicleShape> = { sedan, suv };
