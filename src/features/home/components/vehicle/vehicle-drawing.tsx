import { useId } from 'react';
import type { VehicleType } from '@domain/catalogue.ts';
import { PaintDefinitions } from './paint-definitions.tsx';
import { vehicleShapes, type VehicleShape } from './vehicle-shape.ts';
import { Wheel } from './wheel.tsx';

/** The chosen vehicle on a wet studio floor. An illustration only: the toggle says which it is. */
export function VehicleDrawing({ type }: { type: VehicleType }) {
  const id = useId();
  const shape = vehicleShapes[type];
  return (
    <svg key={type} viewBox="90 30 1020 450" className="vehicle" aria-hidden="true">
      <PaintDefinitions id={id} shape={shape} />
      <g mask={`url(#${id}-mirror)`}>
        <use href={`#${id}-car`} transform="matrix(1 0 0 -1 0 800)" />
      </g>
      <ellipse cx="605" cy="400" rx="490" ry="8" opacity=".8" />
      <g id={`${id}-car`}>
        <Coachwork id={id} shape={shape} />
        {shape.wheels.map((wheel) => (
          <Wheel key={wheel.x} {...wheel} />
        ))}
      </g>
      <g clipPath={`url(#${id}-body)`}>
        <rect
          className="vehicle-sweep"
          y="40"
          width="190"
          height="330"
          fill={`url(#${id}-sweep)`}
        />
      </g>
    </svg>
  );
}

function Coachwork({ id, shape }: { id: string; shape: VehicleShape }) {
  return (
    <>
      <path d={shape.underbody} fill="#020504" />
      <path d={shape.roofRails} fill="none" stroke="#aebbb5" strokeWidth="4" />
      <path d={shape.body} fill={`url(#${id}-lacquer)`} />
      <path d={shape.shoulderLight} fill={`url(#${id}-down)`} />
      <path d={shape.hoodLight} fill={`url(#${id}-down)`} />
      <path d={shape.wetPaint} fill={`url(#${id}-water)`} />
      <path d={shape.cladding} fill="#070c0a" />
      <path d={shape.glass} fill={`url(#${id}-glass)`} stroke="#c8d8d0" strokeWidth="5" />
      <path d={shape.glass} fill="none" stroke="#030a07" strokeWidth="3" />
      <path d={shape.pillars} fill="#050c09" />
      <path d={shape.glassLight} fill="#effff7" opacity=".15" />
      <path d={shape.roofEdge} fill="none" stroke="#f2fff8" strokeWidth="2" opacity=".85" />
      <path d={shape.crease} fill="none" stroke={`url(#${id}-along)`} strokeWidth="2" />
      <path d={shape.sillLine} fill="none" stroke="#cfe9dd" strokeWidth="2" opacity=".4" />
      <path d={shape.panelGaps} fill="none" stroke="#020a07" strokeWidth="1.75" opacity=".8" />
      <path d={shape.handles} fill="#03110c" stroke="#8fc3ac" strokeWidth="1" />
      <path d={shape.intake} fill="#020504" opacity=".85" />
      <path d={shape.taillight} fill="#d8301f" stroke="#4a0a05" strokeWidth="1.5" />
      <path d={shape.headlight} fill="#f4fbf7" stroke="#0a1a14" strokeWidth="2.5" />
      <path d={shape.mirror} fill="#0e3a2d" stroke="#5b9c82" strokeWidth="1.5" />
    </>
  );
}
