//! Components and resources as Bevy's reflection shows them, for serialisation. Reading them changes nothing.

use bevy::{
    ecs::component::ComponentInfo,
    prelude::*,
    reflect::{PartialReflect, ReflectRef, ReflectSerialize, TypeRegistry, enums::VariantType},
};
use engine::Id;
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use std::any::TypeId;

/// All components of an entity, by the short names of their types. Those of unknown types are null.
pub struct Components<'a> {
    /// The world.
    pub world: &'a World,
    /// The entity.
    pub entity: Entity,
}

/// A resource.
pub struct Resource<'a> {
    world: &'a World,
    entity: Entity,
    kind: TypeId,
}

/// A value with the registry that knows its type.
struct Value<'a>(&'a dyn PartialReflect, &'a TypeRegistry);

/// Returns the thing with this id, or this name such as `shambler 17`.
pub fn thing_named(world: &mut World, what: &str) -> Option<Entity> {
    let id = what.parse().ok().map(Id);
    let mut all = world.query::<(Entity, &Id, Option<&Name>)>();
    let is_it = |own: &Id, name: Option<&Name>| Some(*own) == id || name.is_some_and(|name| name.as_str() == what);
    all.iter(world).find(|(_, own, name)| is_it(own, *name)).map(|(entity, ..)| entity)
}

/// Returns the short names of all resources whose types are registered, in alphabetical order.
pub fn resource_names(world: &World) -> Vec<String> {
    let registry = world.resource::<AppTypeRegistry>().read();
    let mut names: Vec<String> =
        resources(world).filter_map(|(_, info)| name_of(&registry, info.type_id()?)).map(str::to_owned).collect();
    names.sort();
    names
}

/// Returns all resources: the entity that holds each, and its type.
fn resources(world: &World) -> impl Iterator<Item = (Entity, &ComponentInfo)> {
    let all = world.resource_entities().iter();
    all.filter_map(|(id, entity)| Some((entity, world.components().get_info(id)?)))
}

fn name_of(registry: &TypeRegistry, kind: TypeId) -> Option<&'static str> {
    Some(registry.get_type_info(kind)?.type_path_table().short_path())
}

impl Resource<'_> {
    /// Finds a resource by the short name of its type.
    pub fn find<'a>(world: &'a World, name: &str) -> Option<Resource<'a>> {
        let registry = world.resource::<AppTypeRegistry>().read();
        resources(world).find_map(|(entity, info)| {
            let kind = info.type_id()?;
            (name_of(&registry, kind) == Some(name)).then_some(Resource { world, entity, kind })
        })
    }
}

impl Serialize for Resource<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.world.get_reflect(self.entity, self.kind).map_err(serde::ser::Error::custom)?;
        Value(value.as_partial_reflect(), &self.world.resource::<AppTypeRegistry>().read()).serialize(serializer)
    }
}

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let registry = self.world.resource::<AppTypeRegistry>().read();
        let all = self.world.inspect_entity(self.entity).map_err(serde::ser::Error::custom)?;
        let mut map = serializer.serialize_map(None)?;
        for info in all {
            let Some(kind) = info.type_id() else { continue };
            let name = name_of(&registry, kind).map_or_else(|| info.name().shortname().to_string(), str::to_owned);
            let value = self.world.get_reflect(self.entity, kind).ok();
            map.serialize_entry(&name, &value.map(|value| Value(value.as_partial_reflect(), &registry)))?;
        }
        map.end()
    }
}

impl<'a> Value<'a> {
    fn inner(&self, value: &'a dyn PartialReflect) -> Value<'a> {
        Value(value, self.1)
    }

    fn list<S: Serializer>(
        &self,
        values: impl Iterator<Item = &'a dyn PartialReflect>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for value in values {
            list.serialize_element(&self.inner(value))?;
        }
        list.end()
    }
}

impl Serialize for Value<'_> {
    /// A type that can serialise itself does so. Otherwise structs are maps, maps are lists of pairs, a variant without
    /// fields is its name, and what is opaque is debug output.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value(value, registry) = *self;
        let own = value.try_as_reflect();
        let can = own.and_then(|own| registry.get_type_data::<ReflectSerialize>(own.reflect_type_info().type_id()));
        if let (Some(own), Some(can)) = (own, can) {
            return can.serialize(own, serializer);
        }
        match value.reflect_ref() {
            ReflectRef::Struct(fields) => {
                let mut map = serializer.serialize_map(None)?;
                for (name, value) in fields.iter_fields() {
                    map.serialize_entry(name, &self.inner(value))?;
                }
                map.end()
            }
            ReflectRef::TupleStruct(fields) if fields.field_len() == 1 => match fields.field(0) {
                Some(value) => self.inner(value).serialize(serializer),
                None => serializer.serialize_unit(),
            },
            ReflectRef::TupleStruct(fields) => self.list(fields.iter_fields(), serializer),
            ReflectRef::Tuple(fields) => self.list(fields.iter_fields(), serializer),
            ReflectRef::List(values) => self.list(values.iter(), serializer),
            ReflectRef::Array(values) => self.list(values.iter(), serializer),
            ReflectRef::Set(values) => self.list(values.iter(), serializer),
            ReflectRef::Map(pairs) => {
                let mut list = serializer.serialize_seq(None)?;
                for (key, value) in pairs.iter() {
                    list.serialize_element(&(self.inner(key), self.inner(value)))?;
                }
                list.end()
            }
            ReflectRef::Enum(variant) if variant.variant_type() == VariantType::Unit => {
                serializer.serialize_str(variant.variant_name())
            }
            ReflectRef::Enum(variant) => {
                let mut map = serializer.serialize_map(Some(1))?;
                let fields: Vec<_> = variant.iter_fields().map(|field| self.inner(field.value())).collect();
                map.serialize_entry(variant.variant_name(), &fields)?;
                map.end()
            }
            _ => serializer.collect_str(&format_args!("{value:?}")),
        }
    }
}
