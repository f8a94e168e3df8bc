// SPDX-License-Identifier: Zlib
#include <AmbientFluidC/AmbientFluidC.h>
#include <stdio.h>

/* The added mass of a tetrahedron, from C. */
int main(void) {
    const double vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    double matrix[36];
    ambient_model* model = NULL;
    if (ambient_model_create(vertices, 4, triangles, 4, NULL, &model) != AMBIENT_OK ||
        ambient_model_get_added_mass(model, 1000, NULL, matrix) != AMBIENT_OK) {
        puts(ambient_last_error());
        return 1;
    }
    ambient_model_destroy(model);
    printf("AmbientFluid %s, btScalar of %d bytes; a tetrahedron moves %.1f kg of water with it\n", ambient_version(),
           (int)ambient_bullet_scalar_size(), matrix[21]);
    return matrix[21] > 0 ? 0 : 1;
}
