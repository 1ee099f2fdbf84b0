import water from '../drawings/water.svg?no-inline';

const benefits = [
  {
    title: 'Preserve your investment',
    text: 'Salt, sap and sun reduce your car’s value a little every day. Clean, sealed paint protects it.',
  },
  {
    title: 'A healthier ride',
    text: 'Dust and allergens collect in seats and vents. Deep cleaning clears the air you and your family breathe.',
  },
  {
    title: 'Driving pride',
    text: 'You park, walk away and look back at your car. That’s the feeling we work for.',
  },
];

export function Benefits() {
  return (
    <section aria-labelledby="benefits-heading" className="pt-24 pb-24 md:pt-36 md:pb-32">
      <div className="mx-auto grid max-w-7xl gap-12 px-5 sm:px-8 lg:grid-cols-2 lg:items-stretch lg:gap-20">
        <img
          src={water}
          alt=""
          width={600}
          height={680}
          loading="lazy"
          className="block aspect-square size-full max-h-176 object-cover"
        />
        <div>
          <h2 id="benefits-heading" className="heading-1">
            More Than Just a Shine
          </h2>
          <ul className="mt-10 border-t border-hairline">
            {benefits.map(({ title, text }) => (
              <li key={title} className="border-b border-hairline py-7">
                <h3 className="heading-3">{title}</h3>
                <p className="mt-2 max-w-prose text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
