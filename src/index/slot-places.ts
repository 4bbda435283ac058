/** Where the pincodes lie, by slot: the input of a resolution, from a geography block or an equivalent. */
export interface SlotPlaces {
  readonly slots: number;
  /** The slot of six digits, 0 if they are no pincode. */
  slotOf(pincode: number): number;
  readonly columns: {
    readonly areaStart: Uint32Array;
    readonly areaId: Float64Array;
    readonly cityId: Float64Array;
    readonly stateId: Float64Array;
  };
}
