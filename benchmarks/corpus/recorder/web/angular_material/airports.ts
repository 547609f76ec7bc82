import { Component, computed, inject, signal, ViewChild } from "@angular/core";
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from "@angular/forms";
import { MatBadgeModule } from "@angular/material/badge";
import { MatButtonModule } from "@angular/material/button";
import { MatCheckboxModule } from "@angular/material/checkbox";
import { MatChipsModule } from "@angular/material/chips";
import { MatDialog } from "@angular/material/dialog";
import { MatExpansionModule } from "@angular/material/expansion";
import { MatFormFieldModule } from "@angular/material/form-field";
import { MatIconModule } from "@angular/material/icon";
import { MatInputModule } from "@angular/material/input";
import { MatMenuModule } from "@angular/material/menu";
import { MatPaginator, MatPaginatorModule } from "@angular/material/paginator";
import { MatProgressBarModule } from "@angular/material/progress-bar";
import { MatRadioModule } from "@angular/material/radio";
import { MatSlideToggleModule } from "@angular/material/slide-toggle";
import { MatSnackBar } from "@angular/material/snack-bar";
import { MatSort, MatSortModule } from "@angular/material/sort";
import { MatStepperModule } from "@angular/material/stepper";
import { MatTableDataSource, MatTableModule } from "@angular/material/table";
import { MatTabsModule } from "@angular/material/tabs";
import { MatToolbarModule } from "@angular/material/toolbar";
import { MatTreeModule } from "@angular/material/tree";
import template from "./airports.html";
import { type Airport, airports, places } from "./data";
import { EditAirport } from "./edit";

@Component({
  selector: "airports-app",
  imports: [
    MatBadgeModule, MatButtonModule, MatCheckboxModule, MatChipsModule, MatExpansionModule, MatFormFieldModule,
    MatIconModule, MatInputModule, MatMenuModule, MatPaginatorModule, MatProgressBarModule, MatRadioModule,
    MatSlideToggleModule, MatSortModule, MatStepperModule, MatTableModule, MatTabsModule, MatToolbarModule,
    MatTreeModule, ReactiveFormsModule,
  ],
  template,
})
export class AirportsApp {
  private dialog = inject(MatDialog);
  private bar = inject(MatSnackBar);
  source = new MatTableDataSource<Airport>(airports);
  columns = ["select", "code", "name", "city", "state", "status", "actions"];
  total = signal(airports.length);
  picked = signal(new Set<string>());
  states = ["AK", "CA", "CO", "FL", "TX", "WA"];
  watched = signal(["Snow", "Fog", "Strike"]);
  live = signal(false);
  summary = computed(() => `${this.total()} airports, ${this.picked().size} selected`);
  places = places;
  children = (place: { children?: unknown[] }) => place.children ?? [];
  hasChildren = (_: number, place: { children?: unknown[] }) => !!place.children;
  trip = new FormGroup({ from: new FormControl("", Validators.required), to: new FormControl("", Validators.required) });

  byCode = (_: number, airport: Airport) => airport.code;

  @ViewChild(MatSort) set sort(sort: MatSort) {
    this.source.sort = sort;
  }

  @ViewChild(MatPaginator) set paginator(paginator: MatPaginator) {
    this.source.paginator = paginator;
  }

  constructor() {
    this.source.filterPredicate = ({ name, city, state }, text) => `${name} ${city} ${state}`.toLowerCase().includes(text);
  }

  toggle(code: string) {
    const picked = new Set(this.picked());
    if (!picked.delete(code)) picked.add(code);
    this.picked.set(picked);
  }

  put(rows: Airport[]) {
    this.source.data = rows;
    this.total.set(rows.length);
  }

  edit(airport: Partial<Airport>) {
    this.dialog.open(EditAirport, { data: airport, width: "440px" }).afterClosed().subscribe((value) => {
      if (!value) return;
      const known = !!airport.code;
      const changed = { code: `N${this.total()}`, state: "CA", ...airport, ...value };
      this.put(known ? this.source.data.map((other) => (other.code === airport.code ? changed : other)) : [changed, ...this.source.data]);
      this.bar.open(`${changed.name} ${known ? "saved" : "added"}`, "Close");
    });
  }

  remove(airport: Airport) {
    const before = this.source.data;
    this.put(before.filter((other) => other !== airport));
    this.bar.open(`${airport.name} deleted`, "Undo").onAction().subscribe(() => this.put(before));
  }

  close() {
    this.put(this.source.data.map((airport) => (this.picked().has(airport.code) ? { ...airport, status: "Closed" } : airport)));
    this.picked.set(new Set());
  }

  refresh() {
    this.put(this.source.data.map((airport, at) => ({ ...airport, status: ["Open", "Delays", "Open", "Closed", "Open"][(at * 3) % 5] })));
  }

  unwatch(word: string) {
    this.watched.update((words) => words.filter((other) => other !== word));
  }

  watch(event: { value: string; chipInput: { clear(): void } }) {
    if (event.value) this.watched.update((words) => [...words, event.value]);
    event.chipInput.clear();
  }
}
